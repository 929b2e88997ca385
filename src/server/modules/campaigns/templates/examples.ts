import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import {
  EXAMPLE_TEXTS,
  nameExampleFile,
  nameExampleText,
  type LetterExample,
} from '#contract/campaigns/messageExamples'
import type { takeMessageExample } from '#contract/campaigns/templates'
import type { Person } from '../../../http/person'
import { packageRoot } from '../../../lib/root'
import type { AuditService } from '../../organisations/audit/service'
import type { LettersService } from '../letters/service'
import type { TextsInUse } from './textsInUse'

type ExampleBody = z.output<typeof takeMessageExample.body>

interface ExamplesDependencies {
  readonly audit: AuditService
  readonly letters: Pick<LettersService, 'templates' | 'uploads'>
}

/** A letter to copy and change. */
export const readLetterExample = (name: LetterExample): Promise<Buffer> =>
  readFile(join(packageRoot, 'src/server/modules/campaigns/templates/examples', `${name}.docx`))

/** Texts and letters that come with Doorstep. */
export function createExamples({ audit, letters }: ExamplesDependencies, texts: TextsInUse) {
  return {
    /** In use at once; idempotent. @returns its id for campaigns */
    async take(person: Person, { channel, benefit_name: benefit, language }: ExampleBody): Promise<{ id: string }> {
      const { organisationId } = person
      if (channel === 'sms') {
        const name = nameExampleText(benefit, language)
        const { sms_template_information: inUse } = await texts.listInUse(person)
        const known = inUse.find((one) => one.name === name)
        if (known) return { id: String(known.sms_template_id) }
        await audit.record(person, 'message_template', `took the text “${name}” into use`)
        const [, text] = EXAMPLE_TEXTS[benefit][language]
        return { id: String(await texts.save(organisationId, { name, text, benefit, language })) }
      }
      await audit.record(person, 'message_template', `took the example letter for ${benefit} into use`)
      const bytes = await readLetterExample(`${benefit}.${language}`)
      const givenName = nameExampleFile(benefit, language)
      return { id: (await letters.uploads.add(organisationId, { benefit, language, givenName, bytes })).key }
    },
  }
}

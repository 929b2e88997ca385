/** docs/product.md#texts-and-letters */
import type { z } from 'zod'
import type {
  decideMessageTemplate,
  keepLetterTemplate,
  KeptTemplate,
  TemplateDecision,
  TemplateState,
  writeTextTemplate,
} from '#contract/campaigns/templates'
import { readingAge } from '#contract/campaigns/plainEnglish'
import type { Database } from '../../../db/database'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import { type CampaignsService } from '../campaigns/service'
import { DECIDED } from '../campaigns/smsTemplates'
import type { LettersService } from '../letters/service'
import { nameOfPerson } from '../../organisations/people/service'

interface Dependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly campaigns: Pick<CampaignsService, 'texts' | 'writeText'>
  readonly letters: Pick<LettersService, 'versions' | 'keptLetters' | 'keepUpload'>
}

type TextBody = z.output<typeof writeTextTemplate.body>
type LetterBody = z.output<typeof keepLetterTemplate.body>
type Decision = z.output<typeof decideMessageTemplate.body>

const BEFORE: Readonly<Record<TemplateDecision, TemplateState>> = {
  approve: 'waiting',
  withdraw: 'waiting',
  retire: 'in_use',
}

const NOW: Readonly<Record<TemplateState, string>> = {
  waiting: 'waits to be approved',
  in_use: 'is in use',
  replaced: 'was replaced by a newer one',
  withdrawn: 'was withdrawn',
  retired: 'was retired',
}

const SAID: Readonly<Record<TemplateDecision, string>> = {
  approve: 'approved',
  withdraw: 'withdrew',
  retire: 'retired',
}

/** An organisation's texts and letters, with versions and approval. */
export function createTemplatesService({ database, audit, campaigns, letters }: Dependencies) {
  return {
    async list({ organisationId, userId }: Person): Promise<KeptTemplate[]> {
      const texts = await database.forOrganisation(organisationId, (tx) => campaigns.texts.list(tx, organisationId))
      const common = (row: (typeof texts)[number] | Awaited<ReturnType<typeof letters.keptLetters>>[number]) => ({
        name: row.name,
        benefit_name: row.benefitName,
        language: row.language,
        version: row.version,
        state: row.state,
        written_by: row.writtenBy,
        written_at: row.createdAt.toISOString(),
        decided_by: row.decidedBy,
        decided_at: row.decidedAt?.toISOString() ?? null,
        may_approve: row.writtenById !== userId,
      })
      return [
        ...texts.map((row) => ({
          ...common(row),
          channel: 'sms' as const,
          id: String(row.id),
          text: row.template,
          file_name: null,
          reading_age: row.language === 'en' ? readingAge(row.template) : null,
          preview_url: null,
          warnings: [],
        })),
        ...(await letters.keptLetters(organisationId)).map((row) => ({
          ...common(row),
          channel: 'print_and_post' as const,
          id: row.key,
          text: null,
          file_name: row.givenName,
          reading_age: row.readingAge,
          preview_url: row.previewUrl,
          warnings: row.warnings,
        })),
      ]
    },

    /** @throws Fault 422 with what is wrong with the text */
    writeText: (
      person: Person,
      { benefit_name: benefit, ...text }: TextBody,
    ): Promise<{ id: string; version: number }> =>
      database.forOrganisation(person.organisationId, async (tx) => {
        const writer = { id: person.userId, name: await nameOfPerson(tx, person.userId, person.email) }
        const template = { ...text, benefit: benefit ?? undefined }
        const { id, version } = await campaigns.writeText(tx, person.organisationId, template, writer)
        await audit.recordIn(tx, person, 'message_template', `wrote version ${version} of the text “${text.name}”`)
        return { id: String(id), version }
      }),

    /** @throws Fault 404 for an upload that is gone; 422 with why it is no letter */
    keepLetter: (person: Person, { s3_key: key, language }: LetterBody) => letters.keepUpload(person, key, language),

    /**
     * @throws Fault 404 for another organisation's; 409 when already decided otherwise, or when it is the person's own
     */
    decide: (person: Person, { channel, id, decision }: Decision): Promise<{ state: TemplateState }> =>
      database.forOrganisation(person.organisationId, async (tx) => {
        const store = channel === 'sms' ? campaigns.texts : letters.versions
        const { organisationId, userId } = person
        const found = await store.lock(tx, organisationId, id)
        if (!found) throw notFound('This version is no longer there. Reload the page.')
        if (found.state === DECIDED[decision]) return { state: found.state }
        if (found.state !== BEFORE[decision])
          throw conflict(`This version ${NOW[found.state]}. Reload the page.`, 'template_state')
        if (decision === 'approve' && found.writtenById === userId)
          throw conflict(
            'You wrote this version. Ask another administrator, or your provider, to approve it.',
            'own_version',
          )
        await store.decide(tx, organisationId, id, decision, await nameOfPerson(tx, userId, person.email))
        // Files may be named after people.
        const which = channel === 'sms' ? `the text “${found.name}”` : `a letter template for ${found.benefitName}`
        await audit.recordIn(tx, person, 'message_template', `${SAID[decision]} version ${found.version} of ${which}`)
        return { state: DECIDED[decision] }
      }),
  }
}

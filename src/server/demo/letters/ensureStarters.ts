/**
 * Each demo council's text and letter per benefit, in English and Welsh. Previews are stored, so that a first start
 * needs no LibreOffice; after a change run `soffice --headless --convert-to pdf <letter>.docx`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXAMPLE_BENEFITS, EXAMPLE_TEXTS } from '#contract/campaigns/messageExamples'
import type { TextsInUse } from '../../modules/campaigns/templates/textsInUse'
import type { LettersService } from '../../modules/campaigns/letters/service'
import type { NotifyAccountsService } from '../../modules/campaigns/notify-accounts/service'
import type { OrganisationsService } from '../../modules/organisations/organisations/service'
import { packageRoot } from '../../lib/root'
import { COUNCILS } from '../authorities/councils'

const LANGUAGES = {
  'en-GB': { code: 'en', invitation: 'invitation to claim', fileName: 'invitation_to_claim.docx' },
  'cy-GB': { code: 'cy', invitation: 'gwahoddiad i hawlio', fileName: 'gwahoddiad_i_hawlio.docx' },
} as const

export const STARTERS = EXAMPLE_BENEFITS.flatMap((benefit) =>
  (['en-GB', 'cy-GB'] as const).map((language) => {
    const { invitation, ...words } = LANGUAGES[language]
    const [called, sms] = EXAMPLE_TEXTS[benefit][words.code]
    return { benefit, language, sms, name: `${called}: ${invitation}`, ...words }
  }),
)

/** A council's starter letter, or its preview. */
export const readStarter = (
  council: string,
  { benefit, language }: (typeof STARTERS)[number],
  ending: 'docx' | 'pdf',
): Promise<Buffer> =>
  readFile(join(packageRoot, 'src/server/demo/letters/templates', council, `${benefit}.${language}.${ending}`))

export interface StarterDependencies {
  readonly organisations: Pick<OrganisationsService, 'findBySlug'>
  readonly templates: { readonly texts: Pick<TextsInUse, 'save'> }
  readonly notifyAccounts: Pick<NotifyAccountsService, 'ensureMessageSettings'>
  readonly letters: {
    readonly templates: Pick<LettersService['templates'], 'listNames'>
    readonly uploads: Pick<LettersService['uploads'], 'addAll'>
  }
  readonly config: { readonly demoData: boolean }
}

/** Adds what is missing, if the demo exists. */
export async function ensureStarters({
  organisations,
  templates,
  notifyAccounts,
  letters,
  config,
}: StarterDependencies): Promise<void> {
  if (!config.demoData) return
  for (const { slug, messages } of COUNCILS) {
    const council = await organisations.findBySlug(slug)
    if (!council?.isDemo) continue
    const organisationId = council.id
    const there = await letters.templates.listNames(organisationId)
    const missing = STARTERS.filter(({ benefit, fileName }) => !there.has(`${benefit}/${fileName}`))
    if (missing.length === 0) continue
    await notifyAccounts.ensureMessageSettings(organisationId, messages)
    for (const { benefit, name, sms, code } of missing)
      await templates.texts.save(organisationId, { name, text: sms, benefit, language: code })
    // Last, so that a letter proves that its text exists.
    const letterOfStarter = async (starter: (typeof STARTERS)[number]) => ({
      benefit: starter.benefit,
      language: starter.code,
      givenName: starter.fileName,
      bytes: await readStarter(slug, starter, 'docx'),
      pdf: await readStarter(slug, starter, 'pdf'),
    })
    await letters.uploads.addAll(organisationId, await Promise.all(missing.map(letterOfStarter)))
  }
}

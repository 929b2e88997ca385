/**
 * Each demo council's text and letter per benefit, in English and Welsh. Their facts match modules/assistant/notes.
 * Previews are stored too, so that a first start needs no LibreOffice; after a change run `soffice --headless
 * --convert-to pdf <letter>.docx`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextsInUse } from '../../modules/campaigns/templates/textsInUse'
import type { LettersService } from '../../modules/campaigns/letters/service'
import type { NotifyAccountsService } from '../../modules/campaigns/notify-accounts/service'
import type { OrganisationsService } from '../../modules/organisations/organisations/service'
import { packageRoot } from '../../lib/root'
import { COUNCILS } from '../authorities/councils'

const LANGUAGES = {
  'en-GB': { code: 'en', invitation: 'invitation to claim', fileName: 'invitation_to_claim_english.docx' },
  'cy-GB': { code: 'cy', invitation: 'gwahoddiad i hawlio', fileName: 'gwahoddiad_i_hawlio_cymraeg.docx' },
} as const
type Language = keyof typeof LANGUAGES

const BENEFITS = ['pension_credit', 'attendance_allowance', 'healthy_start', 'free_school_meals'] as const

const TEXTS: Readonly<Record<(typeof BENEFITS)[number], Readonly<Record<Language, readonly [string, string]>>>> = {
  pension_credit: {
    'en-GB': [
      'Pension Credit',
      'Dear ((first_name)) ((last_name)), this is ((organisation)). You may be missing out on Pension Credit: about ((amount)) a week, and help with other bills. Claim free on 0800 99 1234. For help to claim, or to stop these messages, ring us on ((phone)). How we use your data: ((privacy_notice))',
    ],
    'cy-GB': [
      'Credyd Pensiwn',
      'Annwyl ((first_name)) ((last_name)), ((organisation)) sydd yma. Efallai eich bod yn colli Credyd Pensiwn: tua ((amount)) yr wythnos, a help gyda biliau eraill. Hawliwch am ddim ar 0800 99 1234. Am help, neu i atal y negeseuon, ffoniwch ni ar ((phone)). Eich data: ((privacy_notice))',
    ],
  },
  attendance_allowance: {
    'en-GB': [
      'Attendance Allowance',
      'Dear ((first_name)) ((last_name)), this is ((organisation)). If you need help because of your health, you may get Attendance Allowance: at least ((amount)) a week, whatever your income. Ask for a form free on 0800 731 0122. For help, or to stop these messages, ring us on ((phone)). How we use your data: ((privacy_notice))',
    ],
    'cy-GB': [
      'Lwfans Gweini',
      'Annwyl ((first_name)) ((last_name)), ((organisation)) sydd yma. Os oes angen help arnoch oherwydd eich iechyd, gallech gael Lwfans Gweini: o leiaf ((amount)) yr wythnos, beth bynnag eich incwm. Gofynnwch am ffurflen ar 0800 731 0122. Am help, neu i atal y negeseuon, ffoniwch ni ar ((phone)). Eich data: ((privacy_notice))',
    ],
  },
  healthy_start: {
    'en-GB': [
      'Healthy Start',
      'Dear ((first_name)) ((last_name)), this is ((organisation)). Your family may get Healthy Start: at least ((amount)) a week for milk, fruit and vegetables. Apply on 0300 330 7010 or at healthystart.nhs.uk. For help, or to stop these messages, ring us on ((phone)). How we use your data: ((privacy_notice))',
    ],
    'cy-GB': [
      'Cychwyn Iach',
      'Annwyl ((first_name)) ((last_name)), ((organisation)) sydd yma. Gallai eich teulu gael Cychwyn Iach: o leiaf ((amount)) yr wythnos at laeth, ffrwythau a llysiau. Gwnewch gais ar 0300 330 7010 neu yn healthystart.nhs.uk. Am help, neu i atal y negeseuon, ffoniwch ni ar ((phone)). Eich data: ((privacy_notice))',
    ],
  },
  free_school_meals: {
    'en-GB': [
      'Free school meals',
      'Dear ((first_name)) ((last_name)), this is ((organisation)). Your children may get free school meals, and their school more money. To apply, or to stop these messages, ring us on ((phone)). How we use your data: ((privacy_notice))',
    ],
    'cy-GB': [
      'Prydau ysgol am ddim',
      'Annwyl ((first_name)) ((last_name)), ((organisation)) sydd yma. Gallai eich plant gael prydau ysgol am ddim, a’u hysgol fwy o arian. I wneud cais, neu i atal y negeseuon, ffoniwch ni ar ((phone)). Eich data: ((privacy_notice))',
    ],
  },
}

export const STARTERS = BENEFITS.flatMap((benefit) =>
  (['en-GB', 'cy-GB'] as const).map((language) => {
    const [called, sms] = TEXTS[benefit][language]
    const { invitation, ...words } = LANGUAGES[language]
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

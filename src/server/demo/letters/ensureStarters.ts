/**
 * Each demo council starts with a text and a letter per benefit, in English and Welsh, checked as uploads are. What they
 * say agrees with modules/policy/notes. A letter's preview lies beside it, so that a first start needs no LibreOffice;
 * after a change: `soffice --headless --convert-to pdf <letter>.docx`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CampaignsService } from '../../modules/campaigns/service'
import type { LettersService } from '../../modules/letters/service'
import type { OrganisationService } from '../../modules/organisations/service'
import { packageRoot } from '../../root'
import { COUNCILS } from '../authorities/councils'

const LANGUAGES = {
  'en-GB': { name: 'English', fileName: 'invitation_to_claim_english.docx' },
  'cy-GB': { name: 'Cymraeg', fileName: 'gwahoddiad_i_hawlio_cymraeg.docx' },
} as const
type Language = keyof typeof LANGUAGES

const BENEFITS = ['pension_credit', 'attendance_allowance', 'healthy_start', 'free_school_meals'] as const

const TEXTS: Readonly<Record<(typeof BENEFITS)[number], Readonly<Record<Language, string>>>> = {
  pension_credit: {
    'en-GB':
      'Dear ((first_name)), our records suggest you could be entitled to Pension Credit and are not claiming it. It tops up your income and can bring other help. See gov.uk/pension-credit. From ((organisation)).',
    'cy-GB':
      'Annwyl ((first_name)), mae ein cofnodion yn awgrymu y gallech fod â hawl i Gredyd Pensiwn heb ei hawlio. Mae’n ychwanegu at eich incwm. Gweler gov.uk/credyd-pensiwn. Oddi wrth ((organisation)).',
  },
  attendance_allowance: {
    'en-GB':
      'Dear ((first_name)), if you are over State Pension age and need help or someone to watch over you, you could get Attendance Allowance. It does not depend on income. See gov.uk/attendance-allowance. From ((organisation)).',
    'cy-GB':
      'Annwyl ((first_name)), os ydych dros oedran Pensiwn y Wladwriaeth ac angen help neu rywun i gadw golwg arnoch, gallech gael Lwfans Gweini. Nid yw’n dibynnu ar incwm. Gweler gov.uk/lwfans-gweini. Oddi wrth ((organisation)).',
  },
  healthy_start: {
    'en-GB':
      'Dear ((first_name)), your family could get a Healthy Start card: money for milk, fruit and vegetables while you are pregnant or have a child under 4. Apply at healthystart.nhs.uk. From ((organisation)).',
    'cy-GB':
      'Annwyl ((first_name)), gallai eich teulu gael cerdyn Cychwyn Iach: arian at laeth, ffrwythau a llysiau tra byddwch yn feichiog neu â phlentyn dan 4 oed. Gwnewch gais yn healthystart.nhs.uk. Oddi wrth ((organisation)).',
  },
  free_school_meals: {
    'en-GB':
      'Dear ((first_name)), your children could have free school meals, and their school could get more money. Ask their school or ((organisation)) how to apply.',
    'cy-GB':
      'Annwyl ((first_name)), gallai eich plant gael prydau ysgol am ddim, a gallai eu hysgol gael mwy o arian. Holwch yr ysgol neu ((organisation)) sut i wneud cais.',
  },
}

export const STARTERS = BENEFITS.flatMap((benefit) =>
  (['en-GB', 'cy-GB'] as const).map((language) => ({
    benefit,
    language,
    sms: TEXTS[benefit][language],
    ...LANGUAGES[language],
  })),
)

/** A starter's letter, or its preview. */
export const readStarter = (
  { benefit, language }: (typeof STARTERS)[number],
  ending: 'docx' | 'pdf',
): Promise<Buffer> =>
  readFile(join(packageRoot, 'src/server/demo/letters/templates', `${benefit}.${language}.${ending}`))

export interface StarterDependencies {
  readonly organisations: Pick<OrganisationService, 'findBySlug'>
  readonly campaigns: Pick<CampaignsService, 'saveSmsTemplate'>
  readonly letters: Pick<LettersService, 'addTemplates' | 'namesOfTemplates'>
  readonly config: { readonly demoData: boolean }
}

/** Adds what is missing; nothing without the demo. */
export async function ensureStarters({
  organisations,
  campaigns,
  letters,
  config,
}: StarterDependencies): Promise<void> {
  if (!config.demoData) return
  for (const { slug } of COUNCILS) {
    const council = await organisations.findBySlug(slug)
    if (!council?.isDemo) continue
    const organisationId = council.id
    const there = await letters.namesOfTemplates(organisationId)
    const missing = STARTERS.filter(({ benefit, fileName }) => !there.has(`${benefit}/${fileName}`))
    if (missing.length === 0) continue
    for (const { benefit, name, sms } of missing)
      await campaigns.saveSmsTemplate(organisationId, { name: `${benefit} (${name})`, text: sms })
    // Last: a letter proves that its text is there too.
    const letterOfStarter = async (starter: (typeof STARTERS)[number]) => ({
      benefit: starter.benefit,
      givenName: starter.fileName,
      bytes: await readStarter(starter, 'docx'),
      pdf: await readStarter(starter, 'pdf'),
    })
    await letters.addTemplates(organisationId, await Promise.all(missing.map(letterOfStarter)))
  }
}

import { LANGUAGE_WORDS, type Language } from '../households/languages'

export const EXAMPLE_BENEFITS = [
  'pension_credit',
  'attendance_allowance',
  'healthy_start',
  'free_school_meals',
] as const
export type ExampleBenefit = (typeof EXAMPLE_BENEFITS)[number]

/** Word document showing a letter's zones. */
export const ZONES_DOCUMENT = 'zones'
export const LETTER_EXAMPLES = [
  ...EXAMPLE_BENEFITS.flatMap((benefit) => [`${benefit}.en`, `${benefit}.cy`] as const),
  ZONES_DOCUMENT,
] as const
export type LetterExample = (typeof LETTER_EXAMPLES)[number]

/** File name, for templates and downloads. */
export const nameExampleFile = (benefit: ExampleBenefit, language: Language) =>
  `example_${benefit}_${language === 'en' ? 'english' : 'cymraeg'}.docx`

/** Name of an example text. */
export const nameExampleText = (benefit: ExampleBenefit, language: Language) =>
  `Example: ${EXAMPLE_TEXTS[benefit][language][0]} (${LANGUAGE_WORDS[language]})`

export const EXAMPLE_TEXTS: Readonly<
  Record<ExampleBenefit, Readonly<Record<Language, readonly [called: string, text: string]>>>
> = {
  pension_credit: {
    en: [
      'Pension Credit',
      'Dear ((first_name)) ((last_name)), this is ((organisation)). You may be missing out on Pension Credit: about ((amount)) a week, and help with other bills. Claim free on 0800 99 1234. For help to claim, or to stop these messages, ring us on ((phone)). How we use your data: ((privacy_notice))',
    ],
    cy: [
      'Credyd Pensiwn',
      'Annwyl ((first_name)) ((last_name)), ((organisation)) sydd yma. Efallai eich bod yn colli Credyd Pensiwn: tua ((amount)) yr wythnos, a help gyda biliau eraill. Hawliwch am ddim ar 0800 99 1234. Am help, neu i atal y negeseuon, ffoniwch ni ar ((phone)). Eich data: ((privacy_notice))',
    ],
  },
  attendance_allowance: {
    en: [
      'Attendance Allowance',
      'Dear ((first_name)) ((last_name)), this is ((organisation)). If you need help because of your health, you may get Attendance Allowance: at least ((amount)) a week, whatever your income. Ask for a form free on 0800 731 0122. For help, or to stop these messages, ring us on ((phone)). How we use your data: ((privacy_notice))',
    ],
    cy: [
      'Lwfans Gweini',
      'Annwyl ((first_name)) ((last_name)), ((organisation)) sydd yma. Os oes angen help arnoch oherwydd eich iechyd, gallech gael Lwfans Gweini: o leiaf ((amount)) yr wythnos, beth bynnag eich incwm. Gofynnwch am ffurflen ar 0800 731 0122. Am help, neu i atal y negeseuon, ffoniwch ni ar ((phone)). Eich data: ((privacy_notice))',
    ],
  },
  healthy_start: {
    en: [
      'Healthy Start',
      'Dear ((first_name)) ((last_name)), this is ((organisation)). Your family may get Healthy Start: at least ((amount)) a week for milk, fruit and vegetables. Apply on 0300 330 7010 or at healthystart.nhs.uk. For help, or to stop these messages, ring us on ((phone)). How we use your data: ((privacy_notice))',
    ],
    cy: [
      'Cychwyn Iach',
      'Annwyl ((first_name)) ((last_name)), ((organisation)) sydd yma. Gallai eich teulu gael Cychwyn Iach: o leiaf ((amount)) yr wythnos at laeth, ffrwythau a llysiau. Gwnewch gais ar 0300 330 7010 neu yn healthystart.nhs.uk. Am help, neu i atal y negeseuon, ffoniwch ni ar ((phone)). Eich data: ((privacy_notice))',
    ],
  },
  free_school_meals: {
    en: [
      'Free school meals',
      'Dear ((first_name)) ((last_name)), this is ((organisation)). Your children may get free school meals, and their school more money. To apply, or to stop these messages, ring us on ((phone)). How we use your data: ((privacy_notice))',
    ],
    cy: [
      'Prydau ysgol am ddim',
      'Annwyl ((first_name)) ((last_name)), ((organisation)) sydd yma. Gallai eich plant gael prydau ysgol am ddim, a’u hysgol fwy o arian. I wneud cais, neu i atal y negeseuon, ffoniwch ni ar ((phone)). Eich data: ((privacy_notice))',
    ],
  },
}

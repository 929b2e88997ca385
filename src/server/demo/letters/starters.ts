/** The councils' first texts and letters. What they say of benefits agrees with modules/policy/notes. */
import type { BenefitName } from '#contract/campaigns'
import type { LetterContent } from './wordDocument'

export interface Starter {
  readonly benefit: BenefitName
  readonly fileName: string
  readonly language: LetterContent['language']
  readonly smsName: string
  readonly sms: string
  readonly title: string
  readonly text: readonly string[]
}

const english = (benefit: BenefitName, sms: string, title: string, text: readonly string[]): Starter => ({
  benefit,
  sms,
  title,
  text,
  language: 'en-GB',
  fileName: 'invitation_to_claim_english.docx',
  smsName: `${benefit} (English)`,
})
const welsh = (benefit: BenefitName, sms: string, title: string, text: readonly string[]): Starter => ({
  benefit,
  sms,
  title,
  text,
  language: 'cy-GB',
  fileName: 'gwahoddiad_i_hawlio_cymraeg.docx',
  smsName: `${benefit} (Cymraeg)`,
})

export const STARTERS: readonly Starter[] = [
  english(
    'pension_credit',
    'Dear ((first_name)), our records suggest you could be entitled to Pension Credit and are not claiming it. It tops up your income and can bring other help. See gov.uk/pension-credit. From ((organisation)).',
    'You may be missing out on Pension Credit',
    [
      'We are writing because our records suggest that you could be entitled to Pension Credit and are not claiming it.',
      'Pension Credit tops up the weekly income of people who have reached State Pension age. You can get it when you own your home or have some savings, and even a small award can lead to more:',
      '- help with rent and Council Tax',
      '- help with heating costs in winter',
      '- a free TV licence for people aged 75 or over',
      '# How to claim',
      'You can claim online at www.gov.uk/pension-credit. Have your National Insurance number and details of your income, savings and bank account to hand. Somebody you trust may help you.',
      'If you claimed in the last weeks, thank you: you need do nothing more.',
    ],
  ),
  welsh(
    'pension_credit',
    'Annwyl ((first_name)), mae ein cofnodion yn awgrymu y gallech fod â hawl i Gredyd Pensiwn heb ei hawlio. Mae’n ychwanegu at eich incwm. Gweler gov.uk/credyd-pensiwn. Oddi wrth ((organisation)).',
    'Efallai eich bod yn colli allan ar Gredyd Pensiwn',
    [
      'Rydym yn ysgrifennu atoch am fod ein cofnodion yn awgrymu y gallech fod â hawl i Gredyd Pensiwn, ac nad ydych yn ei hawlio.',
      'Mae Credyd Pensiwn yn ychwanegu at incwm wythnosol pobl sydd wedi cyrraedd oedran Pensiwn y Wladwriaeth. Gallwch ei gael os ydych yn berchen ar eich cartref neu os oes gennych rywfaint o gynilion, a gall hyd yn oed swm bach arwain at fwy:',
      '- help gyda rhent a’r Dreth Gyngor',
      '- help gyda chostau gwresogi yn y gaeaf',
      '- trwydded deledu am ddim i bobl 75 oed neu’n hŷn',
      '# Sut i hawlio',
      'Gallwch hawlio ar-lein yn www.gov.uk/credyd-pensiwn. Cadwch eich rhif Yswiriant Gwladol a manylion eich incwm, eich cynilion a’ch cyfrif banc wrth law. Gall rhywun yr ydych yn ymddiried ynddo eich helpu.',
      'Os ydych wedi hawlio yn ystod yr wythnosau diwethaf, diolch: nid oes angen gwneud dim mwy.',
    ],
  ),
  english(
    'attendance_allowance',
    'Dear ((first_name)), if you are over State Pension age and need help or someone to watch over you, you could get Attendance Allowance. It does not depend on income. See gov.uk/attendance-allowance. From ((organisation)).',
    'Help with the cost of care: Attendance Allowance',
    [
      'We are writing because our records suggest that you could be entitled to Attendance Allowance.',
      'It is for people over State Pension age who, because of an illness or a disability, need help with things such as washing, dressing or eating, or somebody to watch over them. It does not depend on your income or savings, and you do not need to have a carer.',
      '# How to claim',
      'You will find the claim form, and how to ask for one by telephone, at www.gov.uk/attendance-allowance. Describe the days on which you need the most help. Somebody you trust may help you to fill it in.',
      'If you already get Attendance Allowance, or another benefit for care, you need do nothing.',
    ],
  ),
  welsh(
    'attendance_allowance',
    'Annwyl ((first_name)), os ydych dros oedran Pensiwn y Wladwriaeth ac angen help neu rywun i gadw golwg arnoch, gallech gael Lwfans Gweini. Nid yw’n dibynnu ar incwm. Gweler gov.uk/lwfans-gweini. Oddi wrth ((organisation)).',
    'Help gyda chost gofal: Lwfans Gweini',
    [
      'Rydym yn ysgrifennu atoch am fod ein cofnodion yn awgrymu y gallech fod â hawl i Lwfans Gweini.',
      'Mae ar gyfer pobl dros oedran Pensiwn y Wladwriaeth sydd, oherwydd salwch neu anabledd, angen help gyda phethau fel ymolchi, gwisgo neu fwyta, neu rywun i gadw golwg arnynt. Nid yw’n dibynnu ar eich incwm na’ch cynilion, ac nid oes rhaid bod gennych ofalwr.',
      '# Sut i hawlio',
      'Mae’r ffurflen hawlio, a sut i ofyn am un dros y ffôn, yn www.gov.uk/lwfans-gweini. Disgrifiwch y dyddiau pan fydd angen y mwyaf o help arnoch. Gall rhywun yr ydych yn ymddiried ynddo eich helpu i’w llenwi.',
      'Os ydych eisoes yn cael Lwfans Gweini, neu fudd-dal arall ar gyfer gofal, nid oes angen gwneud dim.',
    ],
  ),
  english(
    'healthy_start',
    'Dear ((first_name)), your family could get a Healthy Start card: money for milk, fruit and vegetables while you are pregnant or have a child under 4. Apply at healthystart.nhs.uk. From ((organisation)).',
    'Money for milk, fruit and vegetables: Healthy Start',
    [
      'We are writing because our records suggest that your family could be entitled to Healthy Start and does not use it.',
      'Healthy Start is a card with money on it for families on a low income, while somebody is at least 10 weeks pregnant or has a child under 4. It is topped up every four weeks, and pays in most shops for:',
      '- plain milk and infant formula',
      '- fresh, frozen and tinned fruit and vegetables',
      '- pulses',
      'Your family can have Healthy Start vitamins with it too.',
      '# How to apply',
      'Apply online at www.healthystart.nhs.uk. It takes a few minutes. Have your National Insurance number to hand.',
    ],
  ),
  welsh(
    'healthy_start',
    'Annwyl ((first_name)), gallai eich teulu gael cerdyn Cychwyn Iach: arian at laeth, ffrwythau a llysiau tra byddwch yn feichiog neu â phlentyn dan 4 oed. Gwnewch gais yn healthystart.nhs.uk. Oddi wrth ((organisation)).',
    'Arian at laeth, ffrwythau a llysiau: Cychwyn Iach',
    [
      'Rydym yn ysgrifennu atoch am fod ein cofnodion yn awgrymu y gallai eich teulu fod â hawl i Cychwyn Iach, ac nad yw’n ei ddefnyddio.',
      'Cerdyn ag arian arno yw Cychwyn Iach, i deuluoedd ar incwm isel tra bo rhywun o leiaf 10 wythnos yn feichiog neu â phlentyn dan 4 oed. Ychwanegir ato bob pedair wythnos, ac mae’n talu yn y rhan fwyaf o siopau am:',
      '- llaeth plaen a fformiwla fabanod',
      '- ffrwythau a llysiau ffres, wedi’u rhewi ac mewn tun',
      '- codlysiau',
      'Gall eich teulu gael fitaminau Cychwyn Iach hefyd.',
      '# Sut i wneud cais',
      'Gwnewch gais ar-lein yn www.healthystart.nhs.uk. Mae’n cymryd ychydig funudau. Cadwch eich rhif Yswiriant Gwladol wrth law.',
    ],
  ),
  english(
    'free_school_meals',
    'Dear ((first_name)), your children could have free school meals, and their school could get more money. Ask their school or ((organisation)) how to apply.',
    'Your children could have free school meals',
    [
      'We are writing because our records suggest that your children could have free school meals and do not have them yet.',
      'A free meal every school day saves a family hundreds of pounds a year for each child. Their school can get extra money for their learning as well, and nobody in the class is told who has them.',
      '# How to apply',
      'Ask at your child’s school, or apply through the website of ((organisation)). Have your National Insurance number and your children’s dates of birth to hand.',
      'If your children have free school meals already, you need do nothing.',
    ],
  ),
  welsh(
    'free_school_meals',
    'Annwyl ((first_name)), gallai eich plant gael prydau ysgol am ddim, a gallai eu hysgol gael mwy o arian. Holwch yr ysgol neu ((organisation)) sut i wneud cais.',
    'Gallai eich plant gael prydau ysgol am ddim',
    [
      'Rydym yn ysgrifennu atoch am fod ein cofnodion yn awgrymu y gallai eich plant gael prydau ysgol am ddim, ac nad ydynt yn eu cael eto.',
      'Mae pryd am ddim bob diwrnod ysgol yn arbed cannoedd o bunnoedd y flwyddyn i deulu am bob plentyn. Gall eu hysgol gael arian ychwanegol at eu dysgu hefyd, ac ni ddywedir wrth neb yn y dosbarth pwy sy’n eu cael.',
      '# Sut i wneud cais',
      'Holwch yn ysgol eich plentyn, neu gwnewch gais drwy wefan ((organisation)). Cadwch eich rhif Yswiriant Gwladol a dyddiadau geni eich plant wrth law.',
      'Os yw eich plant yn cael prydau ysgol am ddim yn barod, nid oes angen gwneud dim.',
    ],
  ),
]

const ADDRESS = [
  '((title)) ((first_name)) ((last_name))',
  ...[1, 2, 3, 4, 5].map((line) => `((address_line_${line}))`),
  '((postcode))',
]

/** A starter's content for {@link wordDocument}. */
export function letterOf({ language, title, text }: Starter): LetterContent {
  const isWelsh = language === 'cy-GB'
  return {
    language,
    title,
    letterhead: ['((organisation))', isWelsh ? 'Tîm Budd-daliadau' : 'Benefits team'],
    address: ADDRESS,
    text: [
      isWelsh ? 'Annwyl ((first_name)) ((last_name)),' : 'Dear ((first_name)) ((last_name)),',
      `# ${title}`,
      ...text,
      isWelsh ? 'Yn gywir,' : 'Yours sincerely,',
      isWelsh ? 'Y Tîm Budd-daliadau, ((organisation))' : 'The benefits team, ((organisation))',
    ],
    footer: isWelsh ? 'Ein cyfeirnod: ((household_reference))' : 'Our reference: ((household_reference))',
  }
}

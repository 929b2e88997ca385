import { BENEFIT_TITLES, type BenefitName } from '#contract/households/benefits'
import type { Language } from '#contract/households/languages'

interface Words {
  readonly locale: string
  readonly mark: { readonly title: string; readonly words: (address: string) => string }
  readonly title: (organisation: string) => string
  readonly intro: (organisation: string) => string
  readonly code: string
  readonly hint: string
  readonly check: string
  readonly otherLanguage: string
  readonly yes: (organisation: string) => string
  readonly sent: string
  readonly about: string
  readonly ring: string
  readonly copied: (organisation: string) => string
  readonly noName: string
  readonly no: string
  readonly noAdvice: (organisation: string) => string
  readonly noPhone: (organisation: string) => string
  readonly tooMany: string
  readonly away: string
  readonly nothingHere: string
  readonly benefits: Readonly<Record<BenefitName, string>>
}

const ENGLISH: Words = {
  locale: 'en-GB',
  mark: {
    title: 'Is this letter genuine?',
    words: (address) => `Scan this, or go to ${address} and enter the code.`,
  },
  title: (organisation) => `Is your letter from ${organisation} genuine?`,
  intro: (organisation) =>
    `Every letter that ${organisation} sends about benefits with Doorstep has a code at its end. Enter it to see whether we sent the letter.`,
  code: 'Code on your letter',
  hint: '15 letters and numbers, such as 7KQ2M-X4T9B-WD63H',
  check: 'Check the code',
  otherLanguage: 'English',
  yes: (organisation) => `Yes, ${organisation} sent this letter`,
  sent: 'Sent',
  about: 'About',
  ring: 'Questions? Ring',
  copied: (organisation) =>
    `A code can be copied onto a false letter. If yours was sent at another time, is about something else, or asks for bank details or a password, ring ${organisation} on the number here and not on the one in the letter.`,
  noName: 'This page never says who a letter was sent to.',
  no: 'We do not know this code',
  noAdvice: (organisation) =>
    `Compare each letter and number with your letter and try again. If the code is right, ${organisation} may not have sent the letter. Do not answer it and do not ring a number in it before you have spoken to us.`,
  noPhone: (organisation) => `Ring ${organisation} on a number that you know.`,
  tooMany: 'Too many codes have been tried from here. Wait a minute and try again.',
  away: 'We cannot check codes at the moment. Try again in a few minutes.',
  nothingHere: 'There is no page at this address. Compare it with the one on your letter.',
  benefits: BENEFIT_TITLES,
}

const WELSH: Words = {
  locale: 'cy',
  mark: {
    title: 'Ai llythyr dilys yw hwn?',
    words: (address) => `Sganiwch hwn, neu ewch i ${address} a rhowch y cod.`,
  },
  title: (organisation) => `A yw eich llythyr gan ${organisation} yn ddilys?`,
  intro: (organisation) =>
    `Mae cod ar ddiwedd pob llythyr am fudd-daliadau y mae ${organisation} yn ei anfon drwy Doorstep. Rhowch y cod i weld ai ni anfonodd y llythyr.`,
  code: 'Y cod ar eich llythyr',
  hint: '15 o lythrennau a rhifau, fel 7KQ2M-X4T9B-WD63H',
  check: 'Gwirio’r cod',
  otherLanguage: 'Cymraeg',
  yes: (organisation) => `Do, ${organisation} anfonodd y llythyr hwn`,
  sent: 'Anfonwyd',
  about: 'Ynghylch',
  ring: 'Cwestiynau? Ffoniwch',
  copied: (organisation) =>
    `Gellir copïo cod ar lythyr ffug. Os cafodd eich llythyr ei anfon ar adeg arall, os yw’n sôn am rywbeth arall, neu os yw’n gofyn am fanylion banc neu gyfrinair, ffoniwch ${organisation} ar y rhif yma ac nid ar yr un yn y llythyr.`,
  noName: 'Nid yw’r dudalen hon byth yn dweud at bwy yr anfonwyd llythyr.',
  no: 'Nid ydym yn adnabod y cod hwn',
  noAdvice: (organisation) =>
    `Cymharwch bob llythyren a rhif â’ch llythyr a rhowch gynnig arall arni. Os yw’r cod yn gywir, efallai nad ${organisation} anfonodd y llythyr. Peidiwch â’i ateb na ffonio rhif sydd ynddo cyn siarad â ni.`,
  noPhone: (organisation) => `Ffoniwch ${organisation} ar rif sy’n gyfarwydd i chi.`,
  tooMany: 'Mae gormod o godau wedi cael eu rhoi o’r fan hon. Arhoswch funud a rhowch gynnig arall arni.',
  away: 'Ni allwn wirio codau ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.',
  nothingHere: 'Nid oes tudalen yn y cyfeiriad hwn. Cymharwch ef â’r un ar eich llythyr.',
  benefits: {
    pension_credit: 'Credyd Pensiwn',
    attendance_allowance: 'Lwfans Gweini',
    healthy_start: 'Cychwyn Iach',
    free_school_meals: 'prydau ysgol am ddim',
    custom: 'budd-daliadau',
  },
}

export const PAGE_WORDS: Readonly<Record<Language, Words>> = { en: ENGLISH, cy: WELSH }

/** GOV.UK Notify's rules: https://github.com/alphagov/notifications-utils */
import libphonenumber, { type PhoneNumber } from 'google-libphonenumber'

const { PhoneNumberFormat, PhoneNumberType, PhoneNumberUtil } = libphonenumber
const phoneNumbers = PhoneNumberUtil.getInstance()

const ZERO_WIDTH = '\u180E\u200B\u200C\u200D\u2060\uFEFF\u2028\u2029'
const WIDE_SPACES = '\u00A0\u202F'
const WHITESPACE = new Set(` \t\n\r\v\f${ZERO_WIDTH}${WIDE_SPACES}`)
const PHONE_CHARACTERS = new Set([...WHITESPACE, ...Array.from('()-+0123456789')])

/** Other characters are refused. */
const READ_AS: ReadonlyMap<string, string> = new Map([
  ...Array.from(' ()-+0123456789').map((character) => [character, character] as const),
  ...Array.from('\u2011\u2013\u2014\u2212').map((dash) => [dash, '-'] as const),
  ...Array.from(`\t${WIDE_SPACES}`).map((space) => [space, ' '] as const),
  ...Array.from(ZERO_WIDTH).map((nothing) => [nothing, ''] as const),
])

const UK_COUNTRY_CODE = 44
const ACCEPTED_TYPES: ReadonlySet<number> = new Set([
  PhoneNumberType.FIXED_LINE,
  PhoneNumberType.MOBILE,
  PhoneNumberType.FIXED_LINE_OR_MOBILE,
  PhoneNumberType.UAN,
  PhoneNumberType.PERSONAL_NUMBER,
])
const TEXT_TYPES: ReadonlySet<number> = new Set([PhoneNumberType.MOBILE, PhoneNumberType.PERSONAL_NUMBER])

/** Normalises to +447…; undefined where Notify would send no text. */
export function ukMobile(text: string): string | undefined {
  const number = readNumber(text) ?? readNumber(simplified(text))
  if (number?.getCountryCode() !== UK_COUNTRY_CODE) return undefined
  if (!isForDrama(number) && !TEXT_TYPES.has(phoneNumbers.getNumberType(number))) return undefined
  return phoneNumbers.format(number, PhoneNumberFormat.E164)
}

function readNumber(text: string | undefined): PhoneNumber | undefined {
  if (text === undefined || ![...text].every((character) => PHONE_CHARACTERS.has(character))) return undefined
  const written = parsed(text, 'GB')
  if (!written) return undefined
  // Spreadsheets drop the plus.
  const number = isPossible(written) ? written : parsed(`+${text}`)
  if (!number || !isPossible(number)) return undefined
  return isForDrama(number) || ACCEPTED_TYPES.has(phoneNumbers.getNumberType(number)) ? number : undefined
}

function simplified(text: string): string | undefined {
  const characters = [...text.replaceAll('+', '').replace(/^0+/, '')].map((character) => READ_AS.get(character))
  return characters.includes(undefined) ? undefined : characters.join('')
}

function parsed(text: string, region?: string): PhoneNumber | undefined {
  try {
    return phoneNumbers.parse(text, region)
  } catch {
    return undefined
  }
}

const isPossible = (number: PhoneNumber): boolean =>
  phoneNumbers.isPossibleNumberWithReason(number) === PhoneNumberUtil.ValidationResult.IS_POSSIBLE

/** Ofcom's numbers for drama, which the library does not know. */
const isForDrama = (number: PhoneNumber): boolean => /^7700\d{6}$/.test(String(number.getNationalNumber()))

/** Without Gibraltar's GX and the former GIR 0AA. */
const AREAS =
  'AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX ' +
  'FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN ' +
  'NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB ' +
  'W WA WC WD WF WN WR WS WV YO ZE'
const isArea = new Set(AREAS.split(' '))
const POSTCODE = /^([A-Z]{1,2})[0-9][0-9A-Z]?[0-9][ABD-HJLNP-UW-Z]{2}$/

/** Normalises to Royal Mail's form; undefined for anything else. */
export function ukPostcode(text: string): string | undefined {
  const postcode = [...text]
    .filter((character) => !WHITESPACE.has(character))
    .join('')
    .toUpperCase()
  const area = POSTCODE.exec(postcode)?.[1]
  return area !== undefined && isArea.has(area) ? `${postcode.slice(0, -3)} ${postcode.slice(-3)}` : undefined
}

/** Whether {@link ukPostcode} accepts it. */
export const isPostcode = (text: string): boolean => ukPostcode(text) !== undefined

export interface WrittenAddress {
  readonly addressLine1: string
  readonly addressLine2: string
  readonly town: string
  readonly postcode: string
}

const ADDRESS_LINES = { fewest: 3, most: 7 } as const

const LINE_BREAK = /\r\n|[\n\r\v\f\x1C-\x1E\x85\u2028\u2029]/
const REFUSED_AT_START = '@()=[]"\\/,<>~'

/** Printed lines, postcode last; undefined where Notify would not print. */
export function postalAddress({
  addressLine1,
  addressLine2,
  town,
  postcode,
}: WrittenAddress): readonly string[] | undefined {
  const lines = [addressLine1, addressLine2, town, postcode]
    .flatMap((field) => field.split(LINE_BREAK))
    .map(tidied)
    .filter((line) => line !== '')
  const last = ukPostcode(lines.pop() ?? '')
  if (last === undefined) return undefined
  lines.push(last)
  if (lines.length < ADDRESS_LINES.fewest || lines.length > ADDRESS_LINES.most) return undefined
  if (lines.some((line) => REFUSED_AT_START.includes(line.charAt(0)) || /^nfa$/i.test(line))) return undefined
  if (/no fixed (abode|address)/i.test(lines.join('\n'))) return undefined
  return lines.slice(0, 2).every((line) => /[a-z0-9]/i.test(line)) ? lines : undefined
}

function tidied(line: string): string {
  const words = [...line]
    .filter((character) => !ZERO_WIDTH.includes(character))
    .join('')
    .split(/[\s\x1F]+/)
    .filter((word) => word !== '')
    .join(' ')
  let end = words.length
  while (end > 0 && ' ,'.includes(words.charAt(end - 1))) end--
  return words.slice(0, end).replaceAll(' ,', ',').replaceAll(' .', '.')
}

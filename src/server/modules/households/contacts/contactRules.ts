/** GOV.UK Notify's rules: https://github.com/alphagov/notifications-utils */
import libphonenumber, { type PhoneNumber } from 'google-libphonenumber'
import { ukPostcode, WHITESPACE, WIDE_SPACES, ZERO_WIDTH } from '../../../lib/postcodes'

const { PhoneNumberFormat, PhoneNumberType, PhoneNumberUtil } = libphonenumber
const phoneNumbers = PhoneNumberUtil.getInstance()

const PHONE_CHARACTERS = new Set([...WHITESPACE, ...Array.from('()-+0123456789')])

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

/** As +447…; undefined where Notify would send no text. */
export function ukMobile(text: string): string | undefined {
  const number = findNumber(text)
  if (number?.getCountryCode() !== UK_COUNTRY_CODE) return undefined
  if (!isForDrama(number) && !TEXT_TYPES.has(phoneNumbers.getNumberType(number))) return undefined
  return phoneNumbers.format(number, PhoneNumberFormat.E164)
}

/** Any telephone number that Notify reads; those from abroad are written with their country. */
export const findNumber = (text: string): PhoneNumber | undefined => readNumber(text) ?? readNumber(simplified(text))

/** Shared by all spellings of a UK mobile number. */
export const readLastDigits = (number: string): string | undefined => ukMobile(number)?.slice(-10)

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

export interface WrittenAddress {
  readonly addressLine1: string
  readonly addressLine2: string
  readonly town: string
  readonly postcode: string
}

const ADDRESS_LINES = { fewest: 3, most: 7 } as const

const LINE_BREAK = /\r\n|[\n\r\v\f\x1C-\x1E\x85\u2028\u2029]/
const REFUSED_AT_START = '@()=[]"\\/,<>~'

/** Postcode last; undefined where Notify would not print. */
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

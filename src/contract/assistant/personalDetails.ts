/**
 * docs/product.md#policy-assistant: checked in the browser, so that personal details never leave it, and on the server.
 */
import { identifiesSomebody } from './identity'

/** Invisible to people but read by models, except line breaks and tabs. */
const HIDDEN =
  /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu

/** Removes {@link HIDDEN} characters. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '')

/** No pattern: it would take quadratic time on long words. */
const holdsEmail = (text: string): boolean =>
  text.split(/[\s<>()]/u).some((word) => {
    const parts = word.split('@')
    return parts.slice(1).some((domain, index) => {
      const dot = domain.indexOf('.', 1)
      return parts[index] !== '' && dot > 0 && dot + 2 < domain.length
    })
  })

/** "jean at example dot co dot uk". */
const SPOKEN_EMAIL =
  /(?<![\p{L}\d])(?:(?:gmail|hotmail|outlook|yahoo|icloud|aol|btinternet)(?: dot |[ .])|at (?!gov |nhs )[\p{L}\d-]{1,30} dot )(?:co|com|uk|org|net|me|cymru|wales|scot)(?![\p{L}\d])/iu

/** Collapses separators, which bounds the patterns' repetitions. */
const closedUp = (text: string): string => text.replace(/[\s().-]+/gu, (between) => (between === '.' ? '.' : ' '))

/** HMRC manual NIM39110, and QQ from GOV.UK's examples. */
const NATIONAL_INSURANCE = [
  /(?<![a-z0-9])(?:[a-ceghj-prtw-z][a-ceghj-nprtw-z]|qq)[ .]?(?:\d[ .]?){6}[a-d](?![a-z0-9])/iu,
  // No suffix, no spaces: "at 2026 27" is harmless.
  /(?<![a-z0-9])[a-ceghj-prtw-z][a-ceghj-nprtw-z]\d{6}(?![a-z0-9])/iu,
]

/** British, or international with a plus. Freephone and 03 numbers are never personal. */
const PHONE = [
  /(?<![\d.,£])(?!0(?:80[08]|3\d\d)[ .]?\d)(?:(?:\+|00) ?44[ .]?(?:0[ .]?)?|0)(?:[ .]?\d){9,10}(?!\d)/u,
  /(?<!\d)\+[ .]?(?:\d[ .]?){8,15}(?!\d)/u,
]

const CARD = /(?<!\d)(?:\d[ .-]?){12,18}\d(?!\d)/gu

/** Ten digits, as are Scotland's CHI and Northern Ireland's number. */
const NHS_NUMBER = /(?<![\d.,£])\d{3} ?\d{3} ?\d{4}(?!\d)/gu

const ACCOUNT = /(?<![\d.,£])\d{4} ?\d{4}(?!\d)/u
const SORT_CODE = /(?<![\d.,£])\d\d ?\d\d ?\d\d(?! ?\d)/u
const ACCOUNT_NAMED = /\b(?:account|acct?|a\/c)\b[^\d]{0,20}\d{8}(?!\d)/iu
/** Whatever the check digit: people mistype. */
const CARD_NAMED = /\b(?:card|visa|mastercard)\b[^\d]{0,20}(?:\d[ .]?){12,18}\d(?!\d)/iu
const NHS_NAMED = /\b(?:nhs|chi)\b[^\d]{0,20}\d{3} ?\d{3} ?\d{4}(?!\d)/iu
const IBAN = /\bGB\d\d ?[A-Z]{4}(?: ?\d){14}\b/iu

/** As in TRA-0000001; not years or form names (AA1, ESA50). */
const REFERENCE = /(?<![\p{L}\d])[a-z]{1,6}(?:[-–_/](?!(?:19|20)\d\d(?!\d))\d{4,12}|\d{5,12}| 0\d{4,11})(?!\d)/iu

/**
 * Finds an e-mail address, a phone, National Insurance, NHS, card or account number, a household reference, or a name
 * with an address or date of birth.
 */
export function holdsPersonalDetails(text: string): boolean {
  // Full-width forms read the same.
  const plain = withoutHidden(text).normalize('NFKC')
  const numbers = closedUp(plain)
  const isAmong = (pattern: RegExp, passes: (digits: string) => boolean, where: string) =>
    [...where.matchAll(pattern)].some(([digits]) => passes(digits.replace(/\D/g, '')))
  return (
    holdsEmail(plain) ||
    SPOKEN_EMAIL.test(numbers) ||
    [...NATIONAL_INSURANCE, ...PHONE, IBAN, ACCOUNT_NAMED, CARD_NAMED, NHS_NAMED].some((pattern) =>
      pattern.test(numbers),
    ) ||
    isAmong(CARD, passesLuhn, plain) ||
    isAmong(NHS_NUMBER, passesModulus11, numbers) ||
    (ACCOUNT.test(numbers) && SORT_CODE.test(numbers.replace(ACCOUNT, ' ; '))) ||
    REFERENCE.test(plain) ||
    identifiesSomebody(plain)
  )
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && /[1-9]/.test(digits)
}

/** NHS Data Dictionary, NHS NUMBER. */
function passesModulus11(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0)
  return sum % 11 === 0 && /[1-9]/.test(digits)
}

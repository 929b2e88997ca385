/**
 * Policy (docs/product.md#policy-assistant): a question to the assistant holds nobody's personal details. The browser
 * refuses them before they leave it, and the server refuses them again; both ask this file.
 */

/**
 * Characters that nobody sees and a model reads: everything that Unicode calls a control, a format mark (tags,
 * direction, joining) or unassigned, variation selectors and blank letters. Line breaks and tabs are seen.
 */
const HIDDEN =
  /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu

/** The text without characters that cannot be seen. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '')

/** By hand: as a pattern it would look at a long word once for each of its letters. */
const holdsEmail = (text: string): boolean =>
  text.split(/[\s<>()]/u).some((word) => {
    const parts = word.split('@')
    return parts.slice(1).some((domain, index) => {
      const dot = domain.indexOf('.', 1)
      return parts[index] !== '' && dot > 0 && dot + 2 < domain.length
    })
  })

/** What stands between the parts of a number becomes one space, or the full stop that it was: so a pattern's repetitions end. */
const closedUp = (text: string): string => text.replace(/[\s().-]+/gu, (between) => (between === '.' ? '.' : ' '))

/** HMRC's National Insurance Manual, NIM39110: two letters (not all of them are used), six digits, A to D. */
const NATIONAL_INSURANCE = [
  /(?<![a-z0-9])[a-ceghj-prtw-z][a-ceghj-nprtw-z][ .]?(?:\d[ .]?){6}[a-d](?![a-z0-9])/iu,
  // Without its last letter only where it stands together: "at 2026 27" is no number of anyone.
  /(?<![a-z0-9])[a-ceghj-prtw-z][a-ceghj-nprtw-z]\d{6}(?![a-z0-9])/iu,
]

/** A British number as people write it, with its 0 or its country code; or one of another country with a plus. */
const PHONE = [
  /(?<![\d.,£])(?:(?:\+|00) ?44[ .]?(?:0[ .]?)?|0)(?:[ .]?\d){9,10}(?!\d)/u,
  /(?<!\d)\+[ .]?(?:\d[ .]?){8,15}(?!\d)/u,
]

const CARD = /(?<!\d)(?:\d[ .-]?){12,18}\d(?!\d)/gu

/** Whether a text holds an e-mail address, a phone number, a National Insurance number or a payment card's number. */
export function holdsPersonalDetails(text: string): boolean {
  // Full-width digits and letters are the same to a reader.
  const plain = withoutHidden(text).normalize('NFKC')
  const numbers = closedUp(plain)
  return (
    holdsEmail(plain) ||
    [...NATIONAL_INSURANCE, ...PHONE].some((pattern) => pattern.test(numbers)) ||
    [...plain.matchAll(CARD)].some(([digits]) => passesLuhn(digits.replace(/\D/g, '')))
  )
}

/** The check digit of payment cards (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && /[1-9]/.test(digits)
}

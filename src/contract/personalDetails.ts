/** docs/product.md#policy-assistant: checked in the browser, so that they never leave it, and on the server. */

/** Invisible to people but read by models. Not line breaks and tabs. */
const HIDDEN =
  /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu

/** Removes {@link HIDDEN} characters. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '')

/** A pattern would take quadratic time on long words. */
const holdsEmail = (text: string): boolean =>
  text.split(/[\s<>()]/u).some((word) => {
    const parts = word.split('@')
    return parts.slice(1).some((domain, index) => {
      const dot = domain.indexOf('.', 1)
      return parts[index] !== '' && dot > 0 && dot + 2 < domain.length
    })
  })

/** Collapses separators, which bounds the patterns' repetitions. */
const closedUp = (text: string): string => text.replace(/[\s().-]+/gu, (between) => (between === '.' ? '.' : ' '))

/** HMRC National Insurance Manual NIM39110. */
const NATIONAL_INSURANCE = [
  /(?<![a-z0-9])[a-ceghj-prtw-z][a-ceghj-nprtw-z][ .]?(?:\d[ .]?){6}[a-d](?![a-z0-9])/iu,
  // No suffix, unspaced: "at 2026 27" is harmless.
  /(?<![a-z0-9])[a-ceghj-prtw-z][a-ceghj-nprtw-z]\d{6}(?![a-z0-9])/iu,
]

/** British, or international with a plus. */
const PHONE = [
  /(?<![\d.,£])(?:(?:\+|00) ?44[ .]?(?:0[ .]?)?|0)(?:[ .]?\d){9,10}(?!\d)/u,
  /(?<!\d)\+[ .]?(?:\d[ .]?){8,15}(?!\d)/u,
]

const CARD = /(?<!\d)(?:\d[ .-]?){12,18}\d(?!\d)/gu

/** Whether a text holds an e-mail, phone, National Insurance or card number. */
export function holdsPersonalDetails(text: string): boolean {
  // Full-width forms read the same.
  const plain = withoutHidden(text).normalize('NFKC')
  const numbers = closedUp(plain)
  return (
    holdsEmail(plain) ||
    [...NATIONAL_INSURANCE, ...PHONE].some((pattern) => pattern.test(numbers)) ||
    [...plain.matchAll(CARD)].some(([digits]) => passesLuhn(digits.replace(/\D/g, '')))
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

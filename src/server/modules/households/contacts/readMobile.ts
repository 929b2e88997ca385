import { findNumber, ukMobile } from './contactRules'

/** A number written as a decimal or with an exponent, all of its digits there: 7700900123.0, 4.47700900123E+11. */
const DECIMAL = /^(\d+)[.,]0*$/
const EXPONENT = /^(\d)[.,](\d+)e\+?(\d{1,2})$/i
/** What address books write before or after a number; words of people and wishes may say that it is another's. */
const LABELS = /\b(mobile|mob|telephone|tel|phone|cell|home|work|main|number|text|m|t|h|w)\b[.:]*/gi
const BETWEEN = /[/,;|&\n]|\bor\b/i

/**
 * The mobile number of a cell that spreadsheets, data frames or people changed, where only one reading is possible.
 * @returns as +447…
 */
export function readMobile(cell: string): string | undefined {
  const text = cell
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const whole = readWhole(text) ?? text.replaceAll(LABELS, ' ')
  const own = readAlone(whole)
  if (own !== undefined) return own
  const parts = whole.split(BETWEEN).filter((part) => /\d/.test(part))
  const mobiles = new Set(parts.flatMap((part) => readAlone(part) ?? []))
  const areNumbers = parts.every((part) => readAlone(part) !== undefined || isTelephoneNumber(part))
  return areNumbers && mobiles.size === 1 ? [...mobiles][0] : undefined
}

/** Whether it is one, also where texts cannot go to. */
export const isTelephoneNumber = (text: string): boolean => findNumber(text.trim()) !== undefined

function readWhole(text: string): string | undefined {
  const decimal = DECIMAL.exec(text)
  if (decimal) return decimal[1]
  const [, first = '', others = '', exponent] = EXPONENT.exec(text) ?? []
  return exponent !== undefined && others.length === Number(exponent) ? first + others : undefined
}

const FEWEST_DIGITS = 5

/** Letters that look like digits are digits among them. */
function readAlone(text: string): string | undefined {
  const isNumber = text.replaceAll(/\D/g, '').length >= FEWEST_DIGITS
  const digits = isNumber ? text.replaceAll(/[oO]/g, '0').replaceAll(/[lI]/g, '1') : text
  return /\p{L}/u.test(digits) ? undefined : ukMobile(digits.replaceAll(/[^\d+]/g, ''))
}

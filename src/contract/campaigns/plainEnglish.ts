import { bracketsIn } from './placeholders'

/** GOV.UK's aim for everybody. */
export const READING_AGE_AIM = 9

/** Below, one sentence would decide. */
const FEWEST_WORDS = 20

/** Common in English, not in Welsh: at least a tenth of English text. */
const ENGLISH = new Set('the and to of you your is are for in if we us this or with be it'.split(' '))

/**
 * Years: Flesch–Kincaid grade (Kincaid et al. 1975, Naval Technical Training Command, report 8-75) plus five. Skips
 * headings, addresses and numbers.
 * @returns null for few words, or another language
 */
export function readingAge(text: string): number | null {
  const sentences = withoutPlaceholders(text)
    .split(/[.!?:;](?=\s|$)|\n/)
    .map((sentence) => sentence.split(/\s+/).map(normaliseWord).filter(Boolean))
    // Greetings, headings and address lines.
    .filter((words) => words.length > 3)
  const words = sentences.flat()
  const english = words.filter((word) => ENGLISH.has(word)).length
  if (words.length < FEWEST_WORDS || english < words.length / 10) return null
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0)
  const grade = (0.39 * words.length) / sentences.length + (11.8 * syllables) / words.length - 15.59
  return Math.max(5, Math.round(grade + 5))
}

/** Values are mostly a name or an amount: a short word. */
function withoutPlaceholders(text: string): string {
  let rest = ''
  let from = 0
  for (const bracket of bracketsIn(text)) {
    rest += `${text.slice(from, bracket.from)}x`
    from = bracket.to
  }
  return rest + text.slice(from)
}

function normaliseWord(written: string): string {
  const word = written.toLowerCase().replace(/[’‘]/g, "'")
  if (/[\d/@]|[a-z]\.[a-z]/.test(word)) return ''
  return word.replace(/[^a-z']/g, '')
}

/** Counts vowel groups, without silent endings. */
export function syllablesIn(word: string): number {
  const letters = word.replaceAll("'", '')
  if (letters.length <= 3) return 1
  const spoken = letters
    .replace(/(?<=[^laeiouysxz])es$|(?<=[^aeiouytd])ed$|(?<=[^laeiouy])e$/, '')
    .replace(/^y/, '')
    .replace(/(?<=[^aeiouy])ia|io(?!n|us)|(?<=[^aeiouqg])ua/g, 'a.a')
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0)
}

/** Whether a message gives a web address and no telephone number. */
export function isWebAlone(text: string): boolean {
  const written = withoutPlaceholders(text)
  const givesPhone =
    bracketsIn(text).some(({ name }) => name.trim().toLowerCase() === 'phone') ||
    [...written.matchAll(/(?:\+44|0)[\d\s()-]{8,}/g)].some(([number]) => number.replace(/\D/g, '').length >= 9)
  return !givesPhone && /https?:\/\/|www\.|[a-z0-9]\.(?:uk|org|com|net|gov|wales|cymru|scot)\b/i.test(written)
}

/** In words, with GOV.UK's aim. */
export function describeReadingAge(age: number): string {
  const advice =
    age > READING_AGE_AIM
      ? `Aim for ${READING_AGE_AIM}: write shorter sentences and shorter words.`
      : `GOV.UK aims for ${READING_AGE_AIM}.`
  return `Reading age about ${age}, an estimate from the lengths of words and sentences. ${advice}`
}

import { stemmer } from 'stemmer'

/** Keeps case; drops possessive 's; "10,000" and "10k" are 10000, "25s" is 25. */
export const splitCased = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/[’`]/g, "'")
    .replace(/'s\b/gi, '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/(\d)k\b/gi, '$1000')
    .replace(/(\d)s\b/gi, '$1')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The same in small letters. */
export const splitWords = (text: string): string[] => splitCased(text).map((word) => word.toLowerCase())

/** A word's stem, of two letters at least: short Welsh words would lose more ("oed"). */
export function stemWord(word: string): string {
  const stem = stemmer(word.toLowerCase())
  return stem.length > 1 ? stem : word.toLowerCase()
}

/** Stems of all words. */
export const stemText = (text: string): string[] => splitWords(text).map(stemWord)

const FUNCTION_WORDS = new Set(
  `a about also am an and any are as at be because been being but by could did do does for from had has have he her him
  his i if in into is its me my nor of off on or our own she should so some such than that the their them then there
  these they this those through to too up us was we were with would yes yet you your`.split(/\s+/),
)

/** Carries no topic, nor asks for one as "how" and "who" do. */
export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word)

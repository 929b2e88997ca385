import { splitWords, stemWord } from './words'

export interface Match<T> {
  readonly value: T
  /** Word indices, `to` exclusive. */
  readonly from: number
  readonly to: number
}

/** By stems, longest first, without overlaps. */
export function createPhrases<T>(entries: Iterable<readonly [phrase: string, value: T]>) {
  const known = new Map<string, T[]>()
  let longest = 0
  for (const [phrase, value] of entries) {
    const terms = splitWords(phrase).map(stemWord)
    longest = Math.max(longest, terms.length)
    const key = terms.join(' ')
    known.set(key, [...(known.get(key) ?? []), value])
  }
  return (words: readonly string[]): Match<T>[] => {
    const terms = words.map(stemWord)
    const matches: Match<T>[] = []
    for (let from = 0; from < terms.length;) {
      let to = Math.min(terms.length, from + longest)
      while (to > from && !known.has(terms.slice(from, to).join(' '))) to--
      for (const value of known.get(terms.slice(from, to).join(' ')) ?? []) matches.push({ value, from, to })
      from = Math.max(to, from + 1)
    }
    return matches
  }
}

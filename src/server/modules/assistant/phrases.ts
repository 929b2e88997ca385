import { splitWords, stemWord } from './words'

export interface Match<T> {
  readonly value: T
  /** Word indices, `to` exclusive. */
  readonly from: number
  readonly to: number
}

/** Finds phrases by their stems, longest first, without overlaps. */
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

/** Welsh soft, nasal and aspirate mutations of a first letter. */
const MUTATIONS: readonly (readonly [first: string, ...mutated: string[]])[] = [
  ['ll', 'l'],
  ['rh', 'r'],
  ['p', 'b', 'mh', 'ph'],
  ['t', 'd', 'nh', 'th'],
  ['c', 'g', 'ngh', 'ch'],
  ['b', 'f', 'm'],
  ['d', 'dd', 'n'],
  ['g', '', 'ng'],
  ['m', 'f'],
]
const UNCHANGED = ['ch', 'dd', 'ff', 'ng', 'ph', 'th']

/** A Welsh phrase, unmutated and with its first word mutated. */
export function listMutations(phrase: string): string[] {
  if (UNCHANGED.some((first) => phrase.startsWith(first))) return [phrase]
  const [first = '', ...mutated] = MUTATIONS.find(([letter]) => phrase.startsWith(letter)) ?? []
  return [phrase, ...mutated.map((letter) => letter + phrase.slice(first.length))]
}

/** Corrects words close to a known one first, because phrases and stems need exact spelling. */
import MiniSearch from 'minisearch'
import type { Note } from './notes'
import { OUT_OF_SCOPE } from './outOfScope'
import { listMutations } from './phrases'
import { listEntries, INTENTS, MEANINGS, NATION_WORDS, WELSH } from './vocabulary'
import { isStopWord, splitWords } from './words'

/** Shorter words have too many neighbours. */
const SHORTEST = 5
const LONG = 8

/** Learns the words of notes and vocabulary. @returns corrects a question */
export function createSpelling(notes: readonly Note[]): (question: string) => string {
  const known = new Set(
    [
      ...notes.flatMap(({ title, alsoCalled, sections }) => [
        title,
        ...alsoCalled,
        ...sections.flatMap(({ heading, text }) => [heading, text]),
      ]),
      ...[...listEntries(INTENTS), ...listEntries(NATION_WORDS), ...listEntries(MEANINGS)].map(([phrase]) => phrase),
      ...listEntries(WELSH).flatMap(([phrase]) => listMutations(phrase)),
      ...OUT_OF_SCOPE.flatMap(({ name, alsoCalled, welsh = '' }) => [name, alsoCalled, welsh]),
    ].flatMap(splitWords),
  )
  const index = new MiniSearch<{ id: string; word: string }>({ fields: ['word'] })
  index.addAll([...known].filter((word) => word.length >= SHORTEST - 1).map((word) => ({ id: word, word })))

  const right = (word: string): string => {
    const lower = word.toLowerCase()
    if (lower.length < SHORTEST || known.has(lower) || isStopWord(lower)) return word
    const swapped = swapsOf(lower).find((one) => known.has(one))
    if (swapped !== undefined) return swapped
    const [nearest] = index.search(lower, { fuzzy: lower.length < LONG ? 1 : 2 })
    return nearest ? String(nearest.id) : word
  }
  return (question) => question.replace(/\p{L}+/gu, right)
}

/** Each swap of two neighbouring letters: "strat". */
const swapsOf = (word: string): string[] =>
  Array.from(
    word.slice(1),
    (letter, place) => word.slice(0, place) + letter + word.charAt(place) + word.slice(place + 2),
  )

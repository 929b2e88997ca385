/** Corrects words close to a known one first, because phrases and stems need exact spelling. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { z } from 'zod'
import { packageRoot } from '../../lib/root'
import type { Note } from './notes'
import { OUT_OF_SCOPE } from './outOfScope'
import { listMutations } from './phrases'
import { listPlaceWords } from './places'
import { listEntries, INTENTS, MEANINGS, NATION_WORDS, WELSH } from './vocabulary'
import { isFiller, isStopWord, isWelsh, splitWords, stemWord } from './words'

/** Shorter words have too many neighbours. */
const SHORTEST = 4
const LONG = 7
const LONGEST_PLACE = 6
/** How many letters a word that only sounds right may be off. */
const MAX_OFF = 3

/** Learns the words of notes and vocabulary. @returns corrects a question */
export function createSpelling(notes: readonly Note[]): (question: string) => string {
  const vocabulary = new Set(
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
  const placeWords = new Set(listPlaceWords())
  const english = readEnglish()
  const isRight = (word: string) =>
    vocabulary.has(word) || placeWords.has(word) || english.has(stemWord(word)) || isStopWord(word) || isFiller(word)
  const index = indexOf([...vocabulary].filter((word) => word.length >= SHORTEST))
  const places = indexOf([...placeWords].filter((word) => word.length >= LONGEST_PLACE))
  const bySound = new Map<string, string[]>()
  for (const word of vocabulary) bySound.set(soundOf(word), [...(bySound.get(soundOf(word)) ?? []), word])

  const nearest = (index: MiniSearch, word: string, distance: number) => {
    const [first] = index.search(word, { fuzzy: distance })
    return first && String(first.id)
  }
  const right = (word: string): string => {
    const lower = word.toLowerCase()
    if (lower.length < SHORTEST || isRight(lower)) return word
    const swapped = swapsOf(lower).find((one) => vocabulary.has(one))
    if (swapped !== undefined) return swapped
    return (
      nearest(index, lower, 1) ??
      closest(lower, bySound.get(soundOf(lower)) ?? []) ??
      nearest(places, lower, 1) ??
      (lower.length >= LONG ? nearest(index, lower, 2) : undefined) ??
      word
    )
  }
  // Its vocabulary is too small here to tell a slip from a word.
  return (question) => (isWelsh(question) ? question : question.replace(/\p{L}+/gu, right))
}

function indexOf(words: readonly string[]): MiniSearch<{ id: string; word: string }> {
  const index = new MiniSearch<{ id: string; word: string }>({ fields: ['word'] })
  index.addAll([...new Set(words)].map((word) => ({ id: word, word })))
  return index
}

/** Each swap of two neighbouring letters: "strat". */
const swapsOf = (word: string): string[] =>
  Array.from(
    word.slice(1),
    (letter, place) => word.slice(0, place) + letter + word.charAt(place) + word.slice(place + 2),
  )

/** What a word sounds like, without vowels: "penshun" as "pension". */
const soundOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/(?:sh|[ts]i(?=[aou])|c(?=[eiy])|z)/g, 's')
    .replace(/(?:ch|ck|q|c|x)/g, 'k')
    .replace(/g(?=[eiy])/g, 'j')
    .replace(/(?<=.)[aeiouyhw]/g, '')
    .split('')
    .filter((letter, place, letters) => letter !== letters[place - 1])
    .join('')

function closest(word: string, others: readonly string[]): string | undefined {
  const off = (other: string) => {
    const letters = [...other]
    const missing = [...word].filter((letter) => !letters.includes(letter)).length
    return missing + Math.abs(word.length - other.length)
  }
  const [best] = others.filter((other) => off(other) <= MAX_OFF).sort((a, b) => off(a) - off(b))
  return best
}

const englishSchema = z.object({ stems: z.string() })

/** Stems of words that are right, whether or not the notes have them. */
function readEnglish(): ReadonlySet<string> {
  const file = readFileSync(join(packageRoot, 'src/server/modules/assistant/english.json'), 'utf8')
  return new Set(englishSchema.parse(JSON.parse(file)).stems.split(' '))
}

/** Corrects words close to a known one, because phrases and stems need exact spelling. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { z } from 'zod'
import { packageRoot } from '../../lib/root'
import type { Note } from './notes'
import { OUT_OF_SCOPE } from './outOfScope'
import { listMutations } from './mutations'
import { listPlaceWords } from './places'
import { listEntries, INTENTS, MEANINGS, NATION_WORDS, WELSH } from './vocabulary'
import { FILLER_WORDS, isFiller, isStopWord, isWelsh, splitWords, stemWord, STOP_WORDS } from './words'

/** Shorter words have too many neighbours. */
const SHORTEST = 4
const LONG = 7
const LONGEST_PLACE = 6
/** Elsewhere an unknown word is no place: "broadband" is not Broadland. */
const BEFORE_PLACE = /\b(?:in|at|from|near|to|of|for) $/i
/** Letters that a word which sounds right may be off. */
const MAX_OFF = 3

/** Text speak, and "dose it", which is a word. */
const TEXTED: Readonly<Record<string, string>> = {
  wat: 'what',
  wot: 'what',
  wots: 'what',
  numba: 'number',
  fre: 'free',
  cnt: 'cannot',
  clame: 'claim',
  wen: 'when',
  hu: 'who',
  kan: 'can',
  mutch: 'much',
  hw: 'how',
  mch: 'much',
  teh: 'the',
  u: 'you',
  ur: 'your',
  cn: 'can',
  gt: 'get',
  abt: 'about',
  cos: 'because',
  bc: 'because',
  dnt: 'do not',
  hav: 'have',
  thru: 'through',
  nite: 'night',
  wk: 'week',
  tho: 'though',
}
const spellOut = (question: string): string =>
  question
    .replace(/\bdose(?= (?:it|he|she|they|that|this|my|the)\b)/gi, 'does')
    .replace(/\p{L}+/gu, (word) => TEXTED[word.toLowerCase()] ?? word)

/** Learns notes and vocabulary. @returns corrects a question */
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
      ...FILLER_WORDS,
      ...STOP_WORDS,
      ...OUT_OF_SCOPE.flatMap(({ name, alsoCalled, welsh }) => [name, alsoCalled, welsh]),
    ].flatMap(splitWords),
  )
  const placeWords = new Set(listPlaceWords())
  const isEnglish = readEnglish()
  const isRight = (word: string) =>
    vocabulary.has(word) || placeWords.has(word) || isEnglish(word) || isStopWord(word) || isFiller(word)
  const index = indexOf([...vocabulary].filter((word) => word.length >= SHORTEST))
  const places = indexOf([...placeWords].filter((word) => word.length >= LONGEST_PLACE))
  const bySound = new Map<string, string[]>()
  for (const word of vocabulary) bySound.set(soundOf(word), [...(bySound.get(soundOf(word)) ?? []), word])

  const nearest = (index: MiniSearch, word: string, distance: number) => {
    const [first] = index.search(word, { fuzzy: distance })
    return first && String(first.id)
  }
  const right = (word: string, isPlace: boolean): string => {
    const lower = word.toLowerCase()
    if (lower.length < SHORTEST || isRight(lower)) return word
    const swapped = swapsOf(lower).find((one) => vocabulary.has(one))
    if (swapped !== undefined) return swapped
    return (
      nearest(index, lower, 1) ??
      closest(lower, bySound.get(soundOf(lower)) ?? []) ??
      (isPlace ? nearest(places, lower, 1) : undefined) ??
      (lower.length >= LONG ? nearest(index, lower, 2) : undefined) ??
      word
    )
  }
  const rightNames = createNameSpelling(notes)
  return (question) =>
    isWelsh(question)
      ? question
      : rightNames(
          spellOut(question).replace(/\p{L}+/gu, (word, from: number, all: string) =>
            right(word, BEFORE_PLACE.test(all.slice(0, from))),
          ),
        )
}

/** A slip that is a word, beside the rest of a benefit's name: "hosing benefit". */
function createNameSpelling(notes: readonly Note[]): (question: string) => string {
  const names = notes
    .flatMap(({ title, alsoCalled }) => [title, ...alsoCalled])
    .map((name) => name.toLowerCase().split(' '))
    .filter(({ length }) => length > 1)
  const known = new Set(names.flat())
  return (question) => {
    const words = question.split(' ')
    const plain = words.map((word) => word.toLowerCase().replace(/[?.,!]$/, ''))
    for (const name of names)
      for (let from = 0; from + name.length <= words.length; from++) {
        const [slip, second] = [...name.keys()].filter((place) => plain[from + place] !== name[place])
        if (slip === undefined || second !== undefined) continue
        const [typed, right] = [plain[from + slip] ?? '', name[slip] ?? '']
        if (typed.length >= SHORTEST && !known.has(typed) && isOneOff(typed, right)) words[from + slip] = right
      }
    return words.join(' ')
  }
}

function isOneOff(typed: string, word: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same++
  const [rest, right] = [typed.slice(same), word.slice(same)]
  return rest.slice(1) === right.slice(1) || rest === right.slice(1) || rest.slice(1) === right
}

function indexOf(words: readonly string[]): MiniSearch<{ id: string; word: string }> {
  const index = new MiniSearch<{ id: string; word: string }>({ fields: ['word'] })
  index.addAll([...new Set(words)].map((word) => ({ id: word, word })))
  return index
}

const swapsOf = (word: string): string[] =>
  Array.from(
    word.slice(1),
    (letter, place) => word.slice(0, place) + letter + word.charAt(place) + word.slice(place + 2),
  )

/** Sound without vowels: "penshun" as "pension". */
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

const englishSchema = z.object({ words: z.string(), stems: z.string() })

/** Recognises English words; a stem that is no word is none: "discont". */
function readEnglish(): (word: string) => boolean {
  const file = readFileSync(join(packageRoot, 'src/server/modules/assistant/english.json'), 'utf8')
  const { words, stems } = englishSchema.parse(JSON.parse(file))
  const [whole, cut] = [new Set(words.split(' ')), new Set(stems.split(' '))]
  return (word) => {
    const stem = stemWord(word)
    return whole.has(stem) || (stem !== word && cut.has(stem))
  }
}

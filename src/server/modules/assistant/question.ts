/** What a question asks, read by synonyms.json, the notes' names and places.json. */
import { NATIONS, type Nation, type Note } from './notes'
import { createPlaceFinder, type UkPlace } from './places'
import { createSpelling } from './spelling'
import type { Synonym } from './synonyms'
import { splitCased, splitWords, stemWord, stemText } from './words'

/** A word or phrase of the question. */
export interface Concept {
  /** As typed, in small letters. */
  readonly words: readonly string[]
  /** Stems of the words, put right. */
  readonly own: readonly string[]
  readonly meaning: readonly string[]
  /** Those of both that tell something. */
  readonly terms: readonly string[]
  readonly names: readonly Note[]
  /** Tells nothing of what is asked. */
  readonly isFaint: boolean
  readonly isKnown: boolean
}

/** A word that stands in no note, and the one that it is read as. */
export interface SpellingCorrection {
  readonly typed: string
  readonly read: string
}

export interface AskedQuestion {
  readonly concepts: readonly Concept[]
  readonly corrections: readonly SpellingCorrection[]
  readonly nations: readonly Nation[]
  readonly places: readonly UkPlace[]
}

/** "Attendance Allowance in Scotland" is Attendance Allowance to people there. */
const listNames = ({ title, alsoCalled }: Note): string[] =>
  [title, ...alsoCalled].flatMap((name) => [name, name.replace(/ in Scotland$/, '')])

const makeKey = (phrase: string): string => stemText(phrase).join(' ')

/** Learns the words of notes and synonyms. */
export function createReader(notes: readonly Note[], synonyms: readonly Synonym[]) {
  const findPlaces = createPlaceFinder()
  const notesCalled = groupBy(
    notes.flatMap((note) => [...new Set(listNames(note).map(makeKey))].map((key) => [key, note] as const)),
  )
  const meaningsByWords = groupBy([
    ...synonyms.map(({ phrase, meaning }) => [makeKey(phrase), meaning] as const),
    ...[...notesCalled.keys()].map((key) => [key, key] as const),
  ])
  const longest = Math.max(...[...meaningsByWords.keys()].map((key) => key.split(' ').length))
  const inNotes = notes.flatMap((note) =>
    splitWords([...listNames(note), ...note.sections.flatMap(({ heading, text }) => [heading, text])].join(' ')),
  )
  const vocabulary = new Set([...inNotes, ...synonyms.flatMap(({ phrase }) => splitWords(phrase))])
  const [stems, stemsInNotes] = [new Set([...vocabulary].map(stemWord)), new Set(inNotes.map(stemWord))]
  const correct = createSpelling(vocabulary)

  function makeConcept(words: readonly string[], own: readonly string[], found?: readonly string[]): Concept {
    const meanings = found?.filter((meaning) => meaning !== '') ?? []
    const meaning = stemText(meanings.join(' '))
    const names = [own.join(' '), ...meanings.map(makeKey)].flatMap((key) => notesCalled.get(key) ?? [])
    return {
      words,
      own,
      meaning,
      terms: [...own, ...meaning].filter((stem) => names.length > 0 || !meaningsByWords.get(stem)?.includes('')),
      names,
      isFaint: (found !== undefined && meanings.length === 0) || own.every((stem) => stem.length < 2),
      isKnown: meanings.length > 0 || own.some((stem) => stemsInNotes.has(stem)),
    }
  }

  return (text: string): AskedQuestion => {
    const places = findPlaces(text)
    const typed = splitCased(text).flatMap((word, index) =>
      places.some(({ from, to }) => index >= from && index < to) ? [] : [word.toLowerCase()],
    )
    const corrected = typed.map((word) => (stems.has(stemWord(word)) ? word : (correct(word) ?? word)))
    const own = corrected.map(stemWord)
    const concepts: Concept[] = []
    const nations: Nation[] = []
    for (let from = 0, to = 0; from < own.length; from = to) {
      // The longest phrase that begins here.
      to = Math.min(own.length, from + longest)
      while (to > from + 1 && !meaningsByWords.has(own.slice(from, to).join(' '))) to--
      const meanings = meaningsByWords.get(own.slice(from, to).join(' '))
      const named = NATIONS.filter((nation) => meanings?.some((one) => one.toLowerCase() === nation.toLowerCase()))
      nations.push(...named)
      if (named.length === 0) concepts.push(makeConcept(typed.slice(from, to), own.slice(from, to), meanings))
    }
    const corrections = typed.map((word, at) => ({ typed: word, read: corrected[at] ?? word }))
    return {
      concepts,
      corrections: corrections.filter(({ typed: word, read }) => word !== read),
      nations,
      places: places.map(({ place }) => place),
    }
  }
}

/** With the question before, whose benefit or nation goes where the later one names its own. */
export function joinQuestions(now: AskedQuestion, before: AskedQuestion): AskedQuestion {
  const isNamed = now.concepts.some(({ names }) => names.length > 0)
  const earlier = isNamed ? before.concepts.filter(({ names }) => names.length === 0) : before.concepts
  const where = now.nations.length + now.places.length > 0 ? now : before
  return { ...where, concepts: [...now.concepts, ...earlier] }
}

function groupBy<T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const [key, value] of entries) groups.set(key, [...(groups.get(key) ?? []), value])
  return groups
}

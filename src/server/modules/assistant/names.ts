import type { Nation, Note } from './notes'
import { OUT_OF_SCOPE, type Topic } from './outOfScope'
import { listMutations } from './mutations'
import { createPhrases } from './phrases'
import { listEntries, MEANINGS, NATION_WORDS, WELSH } from './vocabulary'
import { splitWords, stemWord } from './words'

export type Meaning =
  | { kind: 'note'; note: Note; isLoose?: true }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'nation'; nation: Nation }
  | { kind: 'words'; words: string }

/** Learns the notes' names. @returns finds them among the words of a question */
export function createNameFinder(notes: readonly Note[]) {
  const own = listNames(notes)
  const ownIn = createPhrases(own)
  const meant = (
    [phrase, meaning]: readonly [string, string],
    loosely = (value: Meaning): Meaning => value,
  ): [string, Meaning][] => {
    const words = splitWords(meaning)
    const whole = ownIn(words).filter(({ from, to }) => from === 0 && to === words.length)
    return whole.length > 0
      ? whole.map(({ value }) => [phrase, loosely(value)])
      : [[phrase, { kind: 'words', words: meaning }]]
  }
  const welsh = listEntries(WELSH).flatMap(([phrase, meaning]) =>
    listMutations(phrase).map((form) => [form, meaning] as const),
  )
  return createPhrases<Meaning>([
    ...own,
    ['state pension age', { kind: 'words', words: 'state pension age' }],
    ...listEntries(MEANINGS).flatMap((entry) => meant(entry, asLoose)),
    ...welsh.flatMap((entry) => meant(entry)),
  ])
}

function listNames(notes: readonly Note[]): [string, Meaning][] {
  const names = notes.flatMap((note) =>
    [note.title, ...note.alsoCalled].map((name): [string, Meaning] => [name, { kind: 'note', note }]),
  )
  const noteNamed = new Set(names.map(([name]) => keyOf(name)))
  const topics = OUT_OF_SCOPE.flatMap((topic) =>
    [
      topic.name,
      ...topic.alsoCalled.split(','),
      ...topic.welsh.split(',').flatMap((name) => listMutations(name.trim())),
    ]
      .map((name) => name.trim())
      .filter((name) => name !== '' && !noteNamed.has(keyOf(name)))
      .map((name): [string, Meaning] => [name, { kind: 'topic', topic }]),
  )
  return [
    ...names,
    ...topics,
    ...listEntries(NATION_WORDS).map(([phrase, nation]): [string, Meaning] => [phrase, { kind: 'nation', nation }]),
  ]
}

const asLoose = (value: Meaning): Meaning => (value.kind === 'note' ? { ...value, isLoose: true } : value)

const keyOf = (name: string): string => splitWords(name).map(stemWord).join(' ')

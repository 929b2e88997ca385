import MiniSearch from 'minisearch'
import type { Note, NoteSection } from './notes'
import type { Reading } from './reading'
import { isFiller, isStopWord, splitWords, stemWord, stemWords } from './words'

/** Relative to 1 for the question's own words. */
const OF_MEANING = 0.3
const OF_FILLER = 0.1
/** A score that words of some weight reach. */
const GOOD_SCORE = 6

interface Entry {
  readonly id: number
  readonly title: string
  readonly heading: string
  readonly text: string
}

function indexOf(entries: readonly Entry[]): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'heading', 'text'],
    tokenize: splitWords,
    processTerm: (word) => (isStopWord(word) ? null : stemWord(word)),
    searchOptions: { boost: { title: 1.5, heading: 2.5 }, combineWith: 'OR' },
  })
  index.addAll(entries)
  return index
}

const titleOf = (note: Note) => [note.title, ...note.alsoCalled].join(' ')

/** Indexes the notes once. */
export function createSearch(notes: readonly Note[]) {
  const sections = notes.flatMap((note) => note.sections.map((section) => ({ note, section })))
  const bySection = indexOf(
    sections.map(({ note, section }, id) => ({
      id,
      title: titleOf(note),
      heading: section.heading,
      text: section.text,
    })),
  )
  const byNote = indexOf(
    notes.map((note, id) => ({
      id,
      title: titleOf(note),
      heading: note.sections.map(({ heading }) => heading).join(' '),
      text: note.sections.map(({ text }) => text).join(' '),
    })),
  )

  const results = (index: MiniSearch<Entry>, { rest, names, meanings }: Reading) => {
    const own = new Set([...rest, ...names].map(stemWord))
    // Ages and the like also stand in amounts: "£201.68".
    const telling = rest.filter((word) => !/^\d{1,3}$/.test(word))
    const query = [...telling, ...names, ...rest.flatMap((word) => meanings.get(word) ?? [])].join(' ')
    return index.search(query, {
      boostTerm: (term) => (isFiller(term) ? OF_FILLER : own.has(term) ? 1 : OF_MEANING),
    })
  }
  const headingsOf = new Map(
    sections.map(({ note, section }) => {
      const ofTitle = new Set(stemWords(note.title))
      return [section, stemWords(section.heading).filter((term) => !ofTitle.has(term) && !/^\d/.test(term))] as const
    }),
  )

  return {
    notes(reading: Reading): Map<Note, number> {
      const found = results(byNote, reading)
      const best = Math.max(...found.map(({ score }) => score), 1e-9)
      return new Map(
        found.flatMap(({ id, score }) => {
          const note = notes[Number(id)]
          return note ? [[note, score / best] as const] : []
        }),
      )
    },
    /** From 0 to 1, the best, unless the question says too little. */
    texts(reading: Reading, isMain: (note: Note) => boolean): Map<NoteSection, number> {
      const found = results(bySection, reading).flatMap(({ id, score }) => {
        const one = sections[Number(id)]
        return one ? [{ ...one, score }] : []
      })
      const best = Math.max(GOOD_SCORE, ...found.filter(({ note }) => isMain(note)).map(({ score }) => score))
      return new Map(found.map(({ section, score }) => [section, Math.min(1, score / best)]))
    },
    /** Share of a heading's words in the question. */
    fit({ words, meanings }: Reading, section: NoteSection): number {
      const asked = new Set(stemWords([...words, ...[...meanings.values()].flat()].join(' ')))
      const heading = headingsOf.get(section) ?? []
      return heading.length === 0 ? 0 : heading.filter((term) => asked.has(term)).length / heading.length
    },
  }
}

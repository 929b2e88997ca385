/** Text search over the notes, and how much of a question each passage speaks of. */
import MiniSearch from 'minisearch'
import type { Note, NoteSection } from './notes'
import type { Part, Reading } from './reading'
import type { Intent } from './vocabulary'
import { isFiller, isStopWord, splitWords, stemWord, stemWords } from './words'

/** Beside 1 for the question's own words. */
const OF_MEANING = 0.3
const OF_FILLER = 0.1
/** A score that words of some weight reach in a passage that has them. */
const GOOD_SCORE = 6
/** Share of a meaning's words that a passage must have. */
const MIN_MEANT = 0.5
/** Beside 1 for a passage that has the question's own words. */
const OF_SYNONYM = 0.8
/** Counts of passages that know a word that none knows. */
const OF_UNKNOWN = 0.5

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
  const termsOf = new Map(
    sections.map(({ note, section }) => [
      section,
      new Set(splitWords(`${note.betweenBenefits ? '' : note.title} ${section.heading} ${section.text}`).map(stemWord)),
    ]),
  )
  const knownBy = new Map<string, number>()
  for (const terms of termsOf.values()) for (const term of terms) knownBy.set(term, (knownBy.get(term) ?? 0) + 1)

  const results = (index: MiniSearch<Entry>, { rest, names, meanings }: Reading) => {
    const own = new Set([...rest, ...names].map(stemWord))
    // Ages and the like also stand in amounts: "£201.68".
    const telling = rest.filter((word) => !/^\d{1,3}$/.test(word))
    const query = [...telling, ...names, ...rest.flatMap((word) => meanings.get(word) ?? [])].join(' ')
    return index.search(query, {
      boostTerm: (term) => (isFiller(term) ? OF_FILLER : own.has(term) ? 1 : OF_MEANING),
    })
  }
  const weightOf = (term: string) => Math.log(1 + sections.length / (knownBy.get(term) ?? OF_UNKNOWN))
  const weightOfPart = ({ words, meaning }: Part) =>
    Math.max(...(meaning.length > 0 ? meaning : words).map((word) => weightOf(stemWord(word))))
  const speaksOf = (terms: ReadonlySet<string>, { words, meaning }: Part): number => {
    if (words.every((word) => terms.has(stemWord(word)))) return 1
    const meant = stemWords(meaning.join(' '))
    if (meant.length === 0) return 0
    const share = meant.filter((term) => terms.has(term)).length / meant.length
    return share >= MIN_MEANT ? OF_SYNONYM : 0
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
    /** How well each passage matches, from 0 to 1; 1 is the best, unless the question says too little. */
    texts(reading: Reading, isMain: (note: Note) => boolean): Map<NoteSection, number> {
      const found = results(bySection, reading).flatMap(({ id, score }) => {
        const one = sections[Number(id)]
        return one ? [{ ...one, score }] : []
      })
      const best = Math.max(GOOD_SCORE, ...found.filter(({ note }) => isMain(note)).map(({ score }) => score))
      return new Map(found.map(({ section, score }) => [section, Math.min(1, score / best)]))
    },
    /** The parts of a question that a passage speaks of, and their share of the question by rarity. */
    coverage(
      parts: readonly Part[],
      section: NoteSection,
      answered: ReadonlySet<Intent>,
    ): { readonly covered: readonly Part[]; readonly share: number } {
      const terms = termsOf.get(section) ?? new Set<string>()
      const weighed = parts.map((part) => ({
        part,
        weight: weightOfPart(part),
        spoken: part.intent && answered.has(part.intent) ? 1 : speaksOf(terms, part),
      }))
      const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
      const spoken = weighed.reduce((sum, { weight, spoken }) => sum + weight * spoken, 0)
      return {
        covered: weighed.filter(({ spoken }) => spoken > 0).map(({ part }) => part),
        share: total === 0 ? 1 : spoken / total,
      }
    },
    /** Share of a heading's words that the question has: a passage on something narrower is a worse answer. */
    fit({ words, meanings }: Reading, section: NoteSection): number {
      const asked = new Set(stemWords([...words, ...[...meanings.values()].flat()].join(' ')))
      const heading = headingsOf.get(section) ?? []
      return heading.length === 0 ? 0 : heading.filter((term) => asked.has(term)).length / heading.length
    },
  }
}

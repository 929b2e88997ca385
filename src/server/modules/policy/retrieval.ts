/** A question with mostly unknown words is declined rather than answered with the nearest passage. */
import MiniSearch from 'minisearch'
import { NATIONS, type Note, type NoteSection } from './notes'
import { createSpelling } from './spelling'
import { expanded, isStopWord, saidFor, split, termOf, termsOf, wordsOf } from './words'

export interface Passage {
  readonly note: Note
  readonly section: NoteSection
  readonly score: number
}

export interface Retrieval {
  /** Best first; empty when the notes have no answer. */
  find(question: string): Passage[]
  /** For a follow-up ("and in Scotland?"); empty when it stands alone. */
  findOn(earlier: string, question: string): Passage[]
}

const MOST_PASSAGES = 3

const GOES_ON = /^(and|or|but|what about|how about|what if|same|also)\b/i
/** Leaves room for another reading of the question. */
const MOST_OF_ONE_NOTE = 2
/** Cut-off, relative to the best score. */
const LEAST_OF_BEST = 0.3

/** Share of the question that the best note must know; less when it is named. */
const LEAST_KNOWN = 0.55
const LEAST_KNOWN_NAMED = 0.2
const NOTE_WEIGHT = 1.5
/** A single-nation note when no nation is asked for. */
const ONE_NATION = 0.7
/** A note of another nation; a section naming the right one. */
const OTHER_NATION = 0.35
const NAMED_NATION = 1.25
/** About the asker, not the question: "pregnant and on UC". */
const CIRCUMSTANCE = /\b(on|with|without) (uc|universal credit)\b/gi
/** The question names the note. */
const NAMED_NOTE = 2.5

interface Entry {
  id: string
  title: string
  heading: string
  text: string
}

const searchOptions = {
  boost: { title: 2.5, heading: 2 },
  combineWith: 'OR',
} as const

function indexOf(entries: Entry[]): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'heading', 'text'],
    tokenize: split,
    processTerm: (word) => (isStopWord(word) ? null : termOf(word)),
    searchOptions,
  })
  index.addAll(entries)
  return index
}

/** Indexes the notes, once. */
export function createRetrieval(notes: readonly Note[]): Retrieval {
  const passages = notes.flatMap((note) => note.sections.map((section) => ({ note, section })))
  const titleOf = (note: Note) => [note.title, ...note.alsoCalled].join(' ')
  const sections = indexOf(
    passages.map(({ note, section }, index) => ({
      id: String(index),
      title: titleOf(note),
      heading: section.heading,
      text: section.text,
    })),
  )
  const wholes = indexOf(
    notes.map((note) => ({
      id: note.name,
      title: titleOf(note),
      heading: note.sections.map(({ heading }) => heading).join(' '),
      text: note.sections.map(({ text }) => text).join(' '),
    })),
  )
  const weights = createWeights(notes, wholes)
  const { corrected } = createSpelling(notes)

  return {
    find: (question) => find(corrected(question)),
    findOn(earlier, typed) {
      const question = corrected(typed)
      if (!GOES_ON.test(question.trim()) && wordsOf(question).length > 1) return []
      const passages = find(`${corrected(earlier)} ${question}`)
      // "And the weather?" is no follow-up: its own words must match too.
      const [first] = passages
      return first && weights.knownPart(question, first.note) >= LEAST_KNOWN ? passages : []
    },
  }

  function find(question: string): Passage[] {
    const query = expanded(question)
    const noteScores = new Map<string, number>(wholes.search(query).map(({ id, score }) => [String(id), score]))
    const best = Math.max(...noteScores.values(), 1e-9)
    const asked = nationsIn(query)
    const named = namedIn(question, notes)
    const ranked = sections
      .search(query)
      .map(({ id, score }) => ({ ...passages[Number(id)], score }))
      .flatMap(({ note, section, score }) => {
        if (!note || !section) return []
        const forNote = (noteScores.get(note.name) ?? 0) / best
        const factor = nationFactor(asked, note, section) * (named.has(note) ? NAMED_NOTE : 1)
        return [{ note, section, score: score * (1 + NOTE_WEIGHT * forNote) * factor }]
      })
      .sort((a, b) => b.score - a.score)
    const [first] = ranked
    if (!first) return []
    const least = named.has(first.note) ? LEAST_KNOWN_NAMED : LEAST_KNOWN
    if (weights.knownPart(question, first.note) < least) return []
    return varied(ranked.filter(({ score }) => score >= first.score * LEAST_OF_BEST))
  }
}

function varied(ranked: readonly Passage[]): Passage[] {
  const chosen: Passage[] = []
  for (const passage of ranked) {
    if (chosen.filter(({ note }) => note === passage.note).length < MOST_OF_ONE_NOTE) chosen.push(passage)
    if (chosen.length === MOST_PASSAGES) break
  }
  return chosen
}

const nationsIn = (query: string) => NATIONS.filter((nation) => query.includes(nation.toLowerCase()))

function nationFactor(asked: readonly string[], note: Note, section: NoteSection): number {
  if (asked.length === 0) return note.nations.length === 1 ? ONE_NATION : 1
  if (!asked.some((nation) => note.nations.some((own) => own === nation))) return OTHER_NATION
  return asked.some((nation) => section.heading.includes(nation)) ? NAMED_NATION : 1
}

/** Notes the question names; two of them add those on interactions. */
function namedIn(question: string, notes: readonly Note[]): ReadonlySet<Note> {
  const said = ` ${termsOf(expanded(question.replace(CIRCUMSTANCE, ' '))).join(' ')} `
  const named = notes.filter((note) =>
    [note.title, ...note.alsoCalled].some((name) => {
      const nation = NATIONS.find((one) => name.includes(one))
      if (nation && !said.includes(` ${termsOf(nation).join(' ')} `)) return false
      const words = termsOf(nation ? name.replace(nation, '') : name).join(' ')
      return words !== '' && said.includes(` ${words} `)
    }),
  )
  const between = named.length > 1 ? notes.filter(({ betweenBenefits }) => betweenBenefits) : []
  return new Set([...named, ...between])
}

/** Inverse document frequency. */
function createWeights(notes: readonly Note[], wholes: MiniSearch<Entry>) {
  const weightOf = (word: string) => {
    const knownBy = wholes.search(word, { fields: ['text', 'title', 'heading'] }).length
    // Unknown words weigh as rare ones.
    return Math.log(1 + notes.length / Math.max(knownBy, 2))
  }
  return {
    /** Share (0 to 1) of the question's weight that the note knows, counting synonyms. */
    knownPart(question: string, note: Note): number {
      // Figures say nothing about the topic.
      const words = wordsOf(question).filter((word) => !/^\d+$/.test(word))
      const matches = (text: string) => wholes.search(text).find(({ id }) => id === note.name)?.queryTerms ?? []
      const own = new Set(matches(question))
      const isKnown = (word: string) => own.has(termOf(word)) || matches(saidFor(word)).length > 0
      const total = words.reduce((sum, word) => sum + weightOf(word), 0)
      return total === 0 ? 0 : words.filter(isKnown).reduce((sum, word) => sum + weightOf(word), 0) / total
    },
  }
}

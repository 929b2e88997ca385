import MiniSearch from 'minisearch'
import { NATIONS, type Nation, type Note, type NoteSection } from './notes'
import type { Topic } from './outOfScope'
import { createReader, type Reading } from './reading'
import { createSpelling } from './spelling'
import type { Intent } from './vocabulary'
import { isStopWord, splitWords, stemWord, stemWords } from './words'

export interface Passage {
  readonly note: Note
  readonly section: NoteSection
  readonly score: number
}

export interface FoundPassages {
  readonly passages: readonly Passage[]
  /** Asked about, but without a note. */
  readonly topics: readonly Topic[]
}

export interface Retrieval {
  /**
   * @param nation of the council, unless the question names another
   * @param earlier the previous question, for "and in Scotland?"
   */
  find(question: string, nation?: Nation, earlier?: string): FoundPassages
}

const MAX_PASSAGES = 3
const MIN_SHARE_OF_BEST = 0.45

/** Share of the question that the best note must know; less when the benefit is named. */
const MIN_KNOWN = 0.55
const MIN_KNOWN_NAMED = 0.2
/** Fewer words than these need not be known beside a benefit's name, or in a follow-up. */
const MIN_WORDS = 2
const MIN_WORDS_ON = 1

/** Weights beside 1 for the best text match. */
const OF_NOTE = 0.25
const OF_INTENT = 0.6
const OF_OVERVIEW = 0.15

/** A note mentioned beside what is asked for. */
const ASIDE = 0.5
/** Notes on how benefits interact say what to do about a refusal. */
const OF_REFUSAL = 0.75
/** A note that only describes the person. */
const BESIDE = 0.6
const OTHER_NATION = 0.3
/** A note for one nation, when the question names none. */
const ONE_NATION = 0.7
const NATION_IN_HEADING = 1.3
/** A note for only the nation asked about. */
const OWN_NATION = 1.25
const OTHER_AGE = 0.5
/** Notes on how benefits interact, when the question names only one. */
const BETWEEN = 0.7
const OF_MEANING = 0.5

/** Where no benefit is named, a word in no note says more about the question than any known word. */
const OF_UNKNOWN = 0.5

const GOES_ON = /^(and|or|but|what about|how about|what if|same|also)\b/i

const NONE: FoundPassages = { passages: [], topics: [] }

/** Indexes the notes once. */
export function createRetrieval(notes: readonly Note[]): Retrieval {
  const read = createReader(notes)
  const correct = createSpelling(notes)
  const search = createSearch(notes)
  const counterparts = new Map(
    notes.flatMap((note) => note.alsoCalled.map((name): [string, Note] => [name.toLowerCase(), note])),
  )
  const headings = new Map(
    notes.flatMap((note) => note.sections.map((section) => [section, read(section.heading).intents] as const)),
  )

  return {
    find(question, nation, earlier) {
      const reading = read(correct(question))
      const goesOn = earlier !== undefined && (GOES_ON.test(question.trim()) || reading.rest.length === 0)
      if (!goesOn || isWhole(reading)) return answer(reading, nation)
      return answer(continued(read(correct(earlier)), reading), nation, MIN_WORDS_ON)
    },
  }

  function answer(reading: Reading, home: Nation | undefined, leastWords = MIN_WORDS): FoundPassages {
    const asked = nationsOf(reading, home)
    const named = namedNotes(reading, asked)
    if (named.size === 0 && reading.topics.length > 0) return { passages: [], topics: reading.topics }
    const isNamed = named.size > 0 && !(reading.isBeside && reading.rest.length > 0)
    const texts = search.sections(reading)
    const isMain = (note: Note) => !isNamed || named.get(note) === 1
    const best = Math.max(
      ...notes.filter(isMain).flatMap(({ sections }) => sections.map((section) => texts.get(section) ?? 0)),
      1e-9,
    )
    const inNotes = search.notes(reading)
    const ranked = notes
      .flatMap((note) => {
        const searched = isNamed ? 0 : (inNotes.get(note) ?? 0) * (note.betweenBenefits ? BETWEEN : 1)
        const ofAge = reading.isOfPensionAge && note.forWorkingAge ? OTHER_AGE : 1
        return note.sections.map((section, place) => {
          const ofName = isNamed ? 1 : BESIDE
          const between = note.betweenBenefits
            ? [...named.keys()].filter(({ title }) => section.heading.includes(title)).length
            : 0
          const ofBetween = between > 1 ? 1 : between * BETWEEN
          const ofNote = Math.max(named.has(note) ? (named.get(note) ?? 0) * ofName : searched, ofBetween) * ofAge
          return { note, section, place, ofNote }
        })
      })
      .filter(({ ofNote }) => ofNote > 0)
      .map(({ note, section, place, ofNote }): Passage => {
        const isAsked = [...(headings.get(section) ?? [])].some((intent: Intent) => reading.intents.has(intent))
        const score =
          OF_NOTE +
          Math.min(1, (texts.get(section) ?? 0) / best) +
          (isAsked ? OF_INTENT : 0) +
          (place === 0 && reading.intents.size === 0 ? OF_OVERVIEW : 0)
        return { note, section, score: score * ofNote * nationFactor(asked, note, section) }
      })
      .sort((a, b) => b.score - a.score)
    const [first] = ranked
    if (!first) return NONE
    if (!search.isKnown(reading, isNamed || named.has(first.note) ? leastWords : first.note))
      return { ...NONE, topics: reading.topics }
    const passages = ranked.filter(({ score }) => score >= first.score * MIN_SHARE_OF_BEST).slice(0, MAX_PASSAGES)
    return { passages, topics: reading.topics }
  }

  /** Includes another nation's counterpart, and how benefits interact where two are named. */
  function namedNotes(
    { notes: asked, aside, topics, intents }: Reading,
    nations: readonly Nation[],
  ): Map<Note, number> {
    const named = new Map<Note, number>()
    if (asked.size === 0 && topics.length > 0) return named
    const only = asked.size === 0
    for (const note of aside) named.set(note, only ? 1 : ASIDE)
    for (const note of asked) named.set(note, 1)
    for (const [note, weight] of [...named]) {
      for (const nation of nations) {
        const counterpart = counterparts.get(`${note.title} in ${nation}`.toLowerCase())
        if (counterpart) named.set(counterpart, weight)
      }
    }
    if (asked.size + aside.size > 1 || intents.has('affects') || intents.has('refused'))
      for (const note of notes)
        if (note.betweenBenefits && named.size > 0) named.set(note, intents.has('refused') ? OF_REFUSAL : ASIDE)
    return named
  }

  /** The question's nations, else the council's, unless the named benefit belongs to another nation. */
  function nationsOf({ nations, notes: asked }: Reading, home: Nation | undefined): readonly Nation[] {
    if (nations.length > 0 || home === undefined) return nations
    const isElsewhere =
      asked.size > 0 &&
      [...asked].every((note) => !isAbout(note, home) && !counterparts.has(`${note.title} in ${home}`.toLowerCase()))
    return isElsewhere ? [] : [home]
  }
}

const isAbout = (note: Note, nation: Nation): boolean =>
  note.nations.includes(nation) || note.sections.some(({ heading }) => heading.includes(nation))

const isWhole = ({ notes, topics }: Reading): boolean => notes.size > 0 || topics.length > 0

const continued = (before: Reading, now: Reading): Reading => ({
  notes: before.notes.size > 0 ? before.notes : before.aside,
  aside: now.aside,
  topics: before.topics,
  intents: now.intents.size > 0 || now.rest.length > 0 ? now.intents : before.intents,
  nations: now.nations.length > 0 ? now.nations : before.nations,
  rest: now.rest.length > 0 ? now.rest : before.rest,
  names: before.names,
  isBeside: false,
  isOfPensionAge: before.isOfPensionAge || now.isOfPensionAge,
  meanings: new Map([...before.meanings, ...now.meanings]),
})

function nationFactor(asked: readonly Nation[], note: Note, section: NoteSection): number {
  if (asked.length === 0) return note.nations.length === 1 ? ONE_NATION : 1
  if (asked.some((nation) => section.heading.includes(nation))) return NATION_IN_HEADING
  const isElsewhere = NATIONS.some((nation) => section.heading.includes(nation))
  if (isElsewhere || !asked.some((nation) => note.nations.includes(nation))) return OTHER_NATION
  return note.nations.length === 1 ? OWN_NATION : 1
}

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

function createSearch(notes: readonly Note[]) {
  const sections = notes.flatMap((note) => note.sections.map((section) => ({ note, section })))
  const titleOf = (note: Note) => [note.title, ...note.alsoCalled].join(' ')
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
  const termsOfNotes = new Map(
    notes.map((note) => [
      note,
      new Set(stemWords([titleOf(note), ...note.sections.flatMap(({ heading, text }) => [heading, text])].join(' '))),
    ]),
  )
  const everyTerm = new Set([...termsOfNotes.values()].flatMap((terms) => [...terms]))
  const results = (index: MiniSearch<Entry>, { rest, names, meanings }: Reading) => {
    const own = new Set([...rest, ...names].map(stemWord))
    const query = [...rest, ...names, ...rest.flatMap((word) => meanings.get(word) ?? [])].join(' ')
    return index.search(query, { boostTerm: (term) => (own.has(term) ? 1 : OF_MEANING) })
  }

  return {
    sections: (reading: Reading): Map<NoteSection, number> =>
      new Map(
        results(bySection, reading).flatMap(({ id, score }) => {
          const found = sections[Number(id)]
          return found ? [[found.section, score] as const] : []
        }),
      ),
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
    /**
     * Whether enough words, weighted by rarity, are known to the note; given a number, to any note from so many words
     * on.
     */
    isKnown({ rest, meanings, intents, nations }: Reading, by: Note | number): boolean {
      const note = typeof by === 'number' ? undefined : by
      const own = (note ? termsOfNotes.get(note) : everyTerm) ?? everyTerm
      // Figures say nothing about the topic.
      const words = rest.filter((word) => !/^\d+$/.test(word))
      if (typeof by === 'number' && (words.length < by || intents.size > 0 || nations.length > 0)) return true
      const weightOf = (word: string) => {
        const knownBy = [...termsOfNotes.values()].filter((terms) => terms.has(stemWord(word))).length
        return Math.log(1 + notes.length / (note && knownBy === 0 ? OF_UNKNOWN : Math.max(knownBy, 2)))
      }
      const isOwn = (word: string) => [word, ...(meanings.get(word) ?? [])].some((one) => own.has(stemWord(one)))
      const total = words.reduce((sum, word) => sum + weightOf(word), 0)
      const known = words.filter(isOwn).reduce((sum, word) => sum + weightOf(word), 0)
      return total > 0 && known / total >= (note ? MIN_KNOWN : MIN_KNOWN_NAMED)
    },
  }
}

/** How well each passage answers a question. */
import { isOfNation, nationsInHeading } from './nations'
import type { Nation, Note, NoteSection } from './notes'
import { CURRENT_YEAR } from './phrasing'
import type { Part, Reading } from './reading'
import { createSearch } from './search'
import type { Intent } from './vocabulary'
import { splitWords } from './words'

export interface Passage {
  readonly note: Note
  readonly section: NoteSection
  readonly score: number
}

export interface Ranked extends Passage {
  readonly intents: readonly Intent[]
  readonly covered: readonly Part[]
  readonly share: number
}

/** What is asked, of which nations, and the notes that it names with their weights. */
export interface RankedQuestion {
  readonly reading: Reading
  readonly nations: readonly Nation[]
  readonly named: ReadonlyMap<Note, number>
  /** False: a benefit is named as a circumstance at most. */
  readonly isNamed: boolean
}

/** Share of the question that a passage must speak of; more where no benefit is named. */
const MIN_SHARE_NAMED = 0.6
const MIN_SHARE = 0.7
/** Weights beside 1 for the best text match. */
const OF_NOTE = 0.25
const OF_INTENT = 0.7
/** The same for who and how much, where more is asked. */
const OF_PLAIN_INTENT = 0.2
const OF_OVERVIEW = 0.15
/** The same where nothing else is asked. */
const OF_OVERVIEW_UNNAMED = 0.5
const OF_OVERVIEW_ALONE = 0.5
const OF_HEADING = 0.25
/** Share of a heading's words from which on a passage is about just what is asked. */
const MOST_OF_HEADING = 0.75
/** A heading of which the question has every word. */
const OF_WHOLE_HEADING = 0.6

/** A note that only describes the person. */
const BESIDE = 0.6
/** A note for one nation, when the question names none. */
const ONE_NATION = 0.7
const NATION_AS_HEADING = 1.6
const NATION_IN_HEADING = 1.2
/** A note for only the nation asked about. */
const OWN_NATION = 1.25
const OTHER_AGE = 0.5
/** Notes on how benefits interact, when the question names only one. */
const BETWEEN = 0.7
/** A note whose title the circumstances do not call to mind: "dementia". */
const UNMEANT = 0.6
/** Notes on how just the benefits that are named interact. */
const OF_BOTH = 1.3

/** Indexes the notes once. @param headings what each section's heading says */
export function createRanking(notes: readonly Note[], headings: ReadonlyMap<NoteSection, ReadonlySet<Intent>>) {
  const search = createSearch(notes)

  /** The passages that answer, best first. */
  return (asked: RankedQuestion): Ranked[] => {
    const { reading, nations, named, isNamed } = asked
    const texts = search.texts(reading, (note) => !isNamed || named.get(note) === 1)
    const inNotes = search.notes(reading)
    return notes
      .flatMap((note) =>
        note.sections
          .filter(
            (section) =>
              (nations.length === 0 || isOfNation(note, section, nations)) && !leadsElsewhere(section, reading),
          )
          .map((section) => ({ note, section, ofNote: weighNote(asked, note, section, inNotes.get(note) ?? 0) })),
      )
      .filter(({ ofNote }) => ofNote > 0)
      .map(({ note, section, ofNote }): Ranked => {
        const isOfBoth = countTitles(named, note, section) > 1
        const answered = new Set([...(headings.get(section) ?? []), ...(isOfBoth ? (['affects'] as const) : [])])
        const intents = [...answered].filter((intent) => reading.intents.has(intent))
        const { covered, share } = search.coverage(reading.parts, section, answered)
        const score =
          OF_NOTE +
          (texts.get(section) ?? 0) +
          ofIntents(intents, reading.intents) +
          ofHeading(search.fit(reading, section)) +
          ofOverview(asked, note, section)
        const nation = nationFactor(nations, note, section)
        return { note, section, intents, covered, share, score: score * ofNote * share * nation }
      })
      .filter(
        ({ note, share, section }) =>
          share >= (isNamed ? MIN_SHARE_NAMED : MIN_SHARE) &&
          isOfKind(reading, section, headings.get(section)?.has('much') ?? false) &&
          (!isNamed || !note.betweenBenefits || speaksOfOne(section, reading)),
      )
      .sort((a, b) => b.score - a.score)
  }

  /** @param found how well the note as a whole matches the text */
  function weighNote(
    { reading, named, isNamed }: RankedQuestion,
    note: Note,
    section: NoteSection,
    found: number,
  ): number {
    const ofAge = reading.isOfPensionAge && note.forWorkingAge ? OTHER_AGE : 1
    const ofMeaning = reading.parts.some(({ meaning }) => isMeant(note, meaning)) ? 1 : UNMEANT
    const searched = isNamed ? 0 : found * (note.betweenBenefits ? BETWEEN : ofMeaning)
    const own = named.get(note)
    const ofName = own === undefined ? searched : own * (isNamed ? 1 : BESIDE)
    const titles = countTitles(named, note, section)
    const isJustThat =
      note.betweenBenefits &&
      named.size > 0 &&
      search.fit(reading, section) > MOST_OF_HEADING &&
      notes.every((one) => named.has(one) || !section.heading.includes(one.title))
    return Math.max(ofName, titles > 1 || isJustThat ? OF_BOTH : titles * BETWEEN) * ofAge
  }
}

/** How many of the named benefits a heading on how benefits interact has. */
const countTitles = (named: ReadonlyMap<Note, number>, note: Note, { heading }: NoteSection): number =>
  note.betweenBenefits ? [...named.keys()].filter(({ title }) => heading.includes(title)).length : 0

/** For the first section, or what the note says of just the nation asked about. */
function ofOverview({ reading, nations, isNamed }: RankedQuestion, { sections }: Note, section: NoteSection): number {
  const own = sections.find(({ heading }) => heading === nations[0]) ?? sections[0]
  if (section !== own || reading.intents.size > 0) return 0
  if (reading.parts.length === 0) return OF_OVERVIEW_ALONE
  return isNamed ? OF_OVERVIEW : OF_OVERVIEW_UNNAMED
}

const ofHeading = (fit: number): number => (fit === 1 ? OF_WHOLE_HEADING : OF_HEADING * fit)

const PLAIN: ReadonlySet<Intent> = new Set<Intent>(['who', 'much', 'claim'])

function ofIntents(answered: readonly Intent[], asked: ReadonlySet<Intent>): number {
  if (answered.length === 0) return 0
  const isPlain = [...asked].every((intent) => PLAIN.has(intent))
  return isPlain || answered.some((intent) => !PLAIN.has(intent)) ? OF_INTENT : OF_PLAIN_INTENT
}

/** "How much" is answered by an amount, and of another year only by that year's. */
function isOfKind({ intents, year }: Reading, { heading, text }: NoteSection, isOnAmounts: boolean): boolean {
  const [, former] = /^How much it was in (\d{4})/.exec(heading) ?? []
  if (!intents.has('much')) return former === undefined
  if (year !== undefined && year !== CURRENT_YEAR) return `${heading} ${text}`.includes(`${year} to ${year + 1}`)
  return former === undefined && (isOnAmounts || /[£%]|hours|days|weeks|months/.test(text))
}

const isMeant = ({ title }: Note, meaning: readonly string[]): boolean =>
  splitWords(title).every((word) => meaning.includes(word))

/** A passage on a move to another nation than the question's. */
const leadsElsewhere = ({ heading }: NoteSection, { nations, places }: Reading): boolean => {
  const [, to] = /^Moving to (.+)/.exec(heading) ?? []
  return to !== undefined && ![...nations, ...places.flatMap((place) => place.nations)].some((nation) => nation === to)
}

/** Whether a passage on how benefits interact speaks of a benefit that the question names. */
const speaksOfOne = ({ heading, text }: NoteSection, { notes, aside }: Reading): boolean =>
  [...notes, ...aside].some(({ title, betweenBenefits }) => betweenBenefits || `${heading} ${text}`.includes(title))

function nationFactor(asked: readonly Nation[], note: Note, section: NoteSection): number {
  if (asked.length === 0) return note.nations.length === 1 ? ONE_NATION : 1
  const named = nationsInHeading(section)
  if (named.some((nation) => asked.includes(nation)))
    return section.heading === named[0] ? NATION_AS_HEADING : NATION_IN_HEADING
  return note.nations.length === 1 ? OWN_NATION : 1
}

import { createCoverage } from './coverage'
import { isOfNation, nationsInHeading } from './nations'
import type { Nation, Note, NoteSection } from './notes'
import { CURRENT_YEAR } from './phrasing'
import { MOVE, type Part, type Reading } from './reading'
import { createSearch } from './search'
import type { Intent } from './vocabulary'
import { splitWords } from './words'

export interface Passage {
  readonly note: Note
  readonly section: NoteSection
  readonly score: number
}

export interface Ranked extends Passage {
  readonly answered: ReadonlySet<Intent>
  readonly intents: readonly Intent[]
  readonly covered: readonly Part[]
  readonly share: number
}

/** The question, its nations, and the notes named, weighted. */
export interface RankedQuestion {
  readonly reading: Reading
  readonly nations: readonly Nation[]
  readonly named: ReadonlyMap<Note, number>
  /** False: a benefit is named as a circumstance at most. */
  readonly isNamed: boolean
}

/** Share of the question a passage must cover; more where no benefit is named. */
const MIN_SHARE_NAMED = 0.6
const MIN_SHARE = 0.7
/** Weights relative to 1 for the best text match. */
const OF_NOTE = 0.25
const OF_INTENT = 0.7
/** For who and how much, where more is asked. */
const OF_PLAIN_INTENT = 0.2
const OF_OVERVIEW = 0.15
/** Where nothing else is asked. */
const OF_OVERVIEW_UNNAMED = 0.5
const OF_OVERVIEW_ALONE = 0.5
const OF_HEADING = 0.25
/** From this share of a heading's words on, a passage is about just what is asked. */
const MOST_OF_HEADING = 0.75
/** The question has every word of the heading. */
const OF_WHOLE_HEADING = 0.6

/** A note that only describes the person. */
const BESIDE = 0.6
/** A note for one nation, when the question names none. */
const ONE_NATION = 0.7
const NATION_AS_HEADING = 1.6
const NATION_IN_HEADING = 1.2
/** A note for just the nation asked about. */
const OWN_NATION = 1.25
const OTHER_AGE = 0.5
/** Notes on interactions, when only one benefit is named. */
const BETWEEN = 0.7
/** A note whose title the circumstances do not suggest: "dementia". */
const UNMEANT = 0.6
/** Notes on interactions of just the benefits named. */
const OF_BOTH = 1.3

/** Indexes the notes once. */
export function createRanking(notes: readonly Note[], headings: ReadonlyMap<NoteSection, ReadonlySet<Intent>>) {
  const search = createSearch(notes)
  const coverageOf = createCoverage(notes)

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
        const answered = new Set<Intent>([
          ...(headings.get(section) ?? []),
          ...(isOfBoth ? (['affects'] as const) : []),
        ])
        const intents = [...answered].filter((intent) => reading.intents.has(intent))
        const { covered, share } = coverageOf(reading.parts, section, answered)
        const score =
          OF_NOTE +
          (texts.get(section) ?? 0) +
          ofIntents(intents, reading.intents) +
          ofHeading(search.fit(reading, section)) +
          ofAmount(reading, section) +
          ofOverview(asked, note, section)
        const nation = nationFactor(nations, note, section)
        return { note, section, answered, intents, covered, share, score: score * ofNote * share * nation }
      })
      .filter(
        ({ note, share, section, intents }) =>
          share >= (isNamed ? MIN_SHARE_NAMED : MIN_SHARE) &&
          isOfKind(reading, section, headings.get(section) ?? new Set()) &&
          (reading.parts.length > 0 || !reading.intents.has('when') || intents.length > 0) &&
          (!isNamed || !note.betweenBenefits || speaksOfOne(section, reading)),
      )
      .sort((a, b) => b.score - a.score)
  }

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

const countTitles = (named: ReadonlyMap<Note, number>, note: Note, { heading }: NoteSection): number =>
  note.betweenBenefits ? [...named.keys()].filter(({ title }) => heading.includes(title)).length : 0

function ofOverview({ reading, nations, isNamed }: RankedQuestion, { sections }: Note, section: NoteSection): number {
  const own = sections.find(({ heading }) => heading === nations[0]) ?? sections[0]
  if (section !== own || reading.intents.size > 0) return 0
  if (reading.parts.length === 0) return OF_OVERVIEW_ALONE
  return isNamed ? OF_OVERVIEW : OF_OVERVIEW_UNNAMED
}

const ofHeading = (fit: number): number => (fit === 1 ? OF_WHOLE_HEADING : OF_HEADING * fit)

const ofAmount = ({ names, parts, intents }: Reading, { heading }: NoteSection): number =>
  names.length + parts.length === 0 && intents.size === 1 && intents.has('much') && heading.startsWith('How much it is')
    ? OF_HEADING
    : 0

const PLAIN: ReadonlySet<Intent> = new Set<Intent>(['who', 'much', 'claim'])

function ofIntents(answered: readonly Intent[], asked: ReadonlySet<Intent>): number {
  if (answered.length === 0) return 0
  const isPlain = [...asked].every((intent) => PLAIN.has(intent))
  return isPlain || answered.some((intent) => !PLAIN.has(intent)) ? OF_INTENT : OF_PLAIN_INTENT
}

/** A passage on refusals answers nothing else; "how much" needs an amount, of another year only that year's. */
function isOfKind({ intents, year }: Reading, { heading, text }: NoteSection, answered: ReadonlySet<Intent>): boolean {
  if (answered.has('refused') && !intents.has('refused')) return false
  const [, former] = /^How much it was in (\d{4})/.exec(heading) ?? []
  if (year !== undefined && year > CURRENT_YEAR) return text.includes(`${year} to`)
  if (!intents.has('much')) return former === undefined
  if (year !== undefined && year !== CURRENT_YEAR) return `${heading} ${text}`.includes(`${year} to ${year + 1}`)
  return former === undefined && (answered.has('much') || /[£%]|hours|days|weeks|months/.test(text))
}

const isMeant = ({ title }: Note, meaning: readonly string[]): boolean =>
  splitWords(title).every((word) => meaning.includes(word))

const leadsElsewhere = ({ heading }: NoteSection, { nations, places, parts }: Reading): boolean => {
  const [, way, nation] = /^Moving (to|away from) (.+)/.exec(heading) ?? []
  const goals: readonly string[] = [...nations, ...places.flatMap((place) => place.nations)]
  if (way === undefined || nation === undefined) return false
  if (!parts.includes(MOVE)) return true
  return way === 'to' ? !goals.includes(nation) : goals.length > 0 && goals.every((goal) => goal === nation)
}

const speaksOfOne = ({ heading, text }: NoteSection, { notes, aside }: Reading): boolean =>
  [...notes, ...aside].some(({ title, betweenBenefits }) => betweenBenefits || `${heading} ${text}`.includes(title))

function nationFactor(asked: readonly Nation[], note: Note, section: NoteSection): number {
  if (asked.length === 0) return note.nations.length === 1 ? ONE_NATION : 1
  const named = nationsInHeading(section)
  if (named.some((nation) => asked.includes(nation)))
    return section.heading === named[0] ? NATION_AS_HEADING : NATION_IN_HEADING
  return note.nations.length === 1 ? OWN_NATION : 1
}

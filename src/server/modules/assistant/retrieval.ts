import { goesOn, goOn } from './following'
import { createNaming } from './naming'
import { findNations, isOfNation, type AskedNations, type AskingCouncil } from './nations'
import type { Nation, Note } from './notes'
import type { Topic } from './outOfScope'
import type { UkPlace } from './places'
import { createRanking, type Passage, type Ranked } from './ranking'
import { createReader, type Part, type Reading } from './reading'
import { createSpelling } from './spelling'
import type { Intent } from './vocabulary'

export interface Found {
  /** The first answers; another only adds what those before it leave open. */
  readonly passages: readonly Passage[]
  readonly topics: readonly Topic[]
  readonly named: readonly Note[]
  readonly asked: AskedNations
  readonly unclear?: { readonly place: UkPlace } | { readonly notes: readonly Note[] }
}

export interface Retrieval {
  /** @param earlier questions, last one first */
  find(question: string, council?: AskingCouncil, earlier?: readonly string[]): Found
}

const MAX_PASSAGES = 3
const MAX_CHOICES = 6

/** Share of the best score: other benefits this close answer too. */
const AS_GOOD = 0.85
/** Where the question says little. */
const AS_GOOD_FOR_LITTLE = 0.05

const NOTHING: Found = { passages: [], topics: [], named: [], asked: { nations: [] } }

/** Indexes the notes once. */
export function createRetrieval(notes: readonly Note[]): Retrieval {
  const read = createReader(notes)
  const correct = createSpelling(notes)
  const { namedNotes, nationsOf, speaksOfEach } = createNaming(notes)
  const headings = new Map(
    notes.flatMap((note) => note.sections.map((section) => [section, read(section.heading).intents] as const)),
  )
  const rank = createRanking(notes, headings)

  return {
    find(question, council = {}, earlier = []) {
      const [now, ...before] = [question, ...earlier].map((text) => read(correct(text)))
      if (!now) return NOTHING
      const context = before.reduceRight<Reading | undefined>(
        (sofar, next) => (sofar && goOn(sofar, next)) ?? next,
        undefined,
      )
      const on = context && goOn(context, now)
      if (!on) return answer(now, council)
      const found = answer(on, council)
      const isAlone = found.passages.length === 0 && !goesOn(question) && now.parts.length > 0
      return isAlone ? answer(now, council) : found
    },
  }

  function answer(reading: Reading, council: AskingCouncil): Found {
    const asked = findNations(reading, council)
    if (!asked.unclear) return answerFor(reading, asked)
    const answers = asked.unclear.nations.map((nation) => answerFor(reading, { nations: [nation] }))
    const sections = new Set(answers.map(({ passages: [first] }) => first?.section))
    const [first = NOTHING] = answers
    return sections.size === 1 ? first : { ...first, passages: [], unclear: { place: asked.unclear } }
  }

  function answerFor(reading: Reading, asked: AskedNations): Found {
    const nations = nationsOf(reading, asked.nations)
    const named = namedNotes(reading, nations)
    const none: Found = {
      passages: [],
      topics: reading.topics,
      named: [...reading.notes],
      asked: { ...asked, nations },
    }
    if (named.size === 0 && reading.topics.length > 0) return none
    const isNamed = named.size > 0 && !(reading.isBeside && reading.rest.length > 0)
    if (!isNamed && reading.parts.length === 0 && named.size === 0)
      return reading.rest.some((word) => !/^\d/.test(word)) || reading.intents.size > 0
        ? { ...none, unclear: { notes: notesFor(reading.intents, nations) } }
        : none
    const ranked = rank({ reading, nations, named, isNamed }).filter((passage) =>
      speaksOfEach(reading, nations, passage),
    )
    const [first] = ranked
    if (!first) return none
    const close = reading.parts.length > 1 ? AS_GOOD : AS_GOOD_FOR_LITTLE
    const rivals = isNamed ? [] : ranked.filter(({ score }) => score >= first.score * close)
    const choices = [...new Set(rivals.map(({ note }) => note))].filter(
      ({ betweenBenefits, forWorkingAge }) => !betweenBenefits && !(forWorkingAge && reading.isOfPensionAge),
    )
    if (choices.length > 1) return { ...none, unclear: { notes: choices.slice(0, MAX_CHOICES) } }
    return { ...none, passages: complete(first, ranked, reading) }
  }

  function notesFor(intents: ReadonlySet<Intent>, nations: readonly Nation[]): Note[] {
    return notes
      .filter(
        (note) =>
          !note.betweenBenefits &&
          note.sections.some(
            (section) =>
              (nations.length === 0 || isOfNation(note, section, nations)) &&
              (intents.size === 0 || [...(headings.get(section) ?? [])].some((intent) => intents.has(intent))),
          ),
      )
      .slice(0, MAX_CHOICES)
  }
}

function complete(first: Ranked, ranked: readonly Ranked[], { parts, intents }: Reading): Ranked[] {
  const chosen = [first]
  const open = new Set<Part | Intent>([...parts, ...intents])
  const close = ({ covered, intents: answered }: Ranked) => {
    for (const one of [...covered, ...answered]) open.delete(one)
  }
  close(first)
  for (const one of ranked.slice(1)) {
    if (chosen.length === MAX_PASSAGES) break
    if (![...one.covered, ...one.intents].some((part) => open.has(part))) continue
    chosen.push(one)
    close(one)
  }
  return chosen
}

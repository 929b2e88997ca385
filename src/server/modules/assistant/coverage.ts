import type { Note, NoteSection } from './notes'
import { listTopicNames, OUT_OF_SCOPE } from './outOfScope'
import { createPhrases } from './phrases'
import type { Part } from './reading'
import type { Intent } from './vocabulary'
import { isStopWord, splitWords, stemWord, stemWords } from './words'

/** Share of a meaning's words that a passage must have. */
const MIN_MEANT = 0.5
/** Relative to 1 for the question's own words. */
const OF_SYNONYM = 0.8
/** Assumed passage count for an unknown word. */
const OF_UNKNOWN = 0.5
/** Weight of a word in three passages: without a rarer one a passage is no answer. */
const RARE = 4

export interface Coverage {
  readonly covered: readonly Part[]
  /** Of the question, by rarity. */
  readonly share: number
}

/** Words of a benefit's name stand only for the benefit. */
function createTerms(notes: readonly Note[]): (text: string) => string[] {
  const findNames = createPhrases([
    ...notes.flatMap(({ title, betweenBenefits }): [string, string][] => (betweenBenefits ? [] : [[title, '']])),
    ...OUT_OF_SCOPE.flatMap((topic) => listTopicNames(topic).map((name): [string, string] => [name, topic.name])),
  ])
  return (text) => {
    const words = splitWords(text)
    const found = findNames(words)
    const topics = found.map(({ value }) => value).filter((name) => name !== '')
    const ofTitles = found.filter(({ value }) => value === '')
    const beside = words.filter((_, place) => !ofTitles.some(({ from, to }) => place >= from && place < to))
    return [...beside, ...topics].map(stemWord)
  }
}

/** Learns each passage's words. */
export function createCoverage(notes: readonly Note[]) {
  const termsBesideNames = createTerms(notes)
  const sections = notes.flatMap((note) => note.sections.map((section) => ({ note, section })))
  const termsOf = new Map(
    sections.map(({ note, section }) => [
      section,
      new Set([
        ...(note.betweenBenefits ? [] : stemWords(note.title)),
        ...termsBesideNames(`${section.heading} ${section.text}`),
      ]),
    ]),
  )
  const knownBy = new Map<string, number>()
  for (const terms of termsOf.values()) for (const term of terms) knownBy.set(term, (knownBy.get(term) ?? 0) + 1)

  const weightOf = (term: string) => Math.log(1 + sections.length / (knownBy.get(term) ?? OF_UNKNOWN))
  const weightOfPart = ({ words, meaning }: Part) =>
    Math.max(...(meaning.length > 0 ? meaning : words).map((word) => weightOf(stemWord(word))))
  const speaksOf = (terms: ReadonlySet<string>, { words, meaning }: Part): number => {
    if (words.every((word) => terms.has(stemWord(word)))) return 1
    const meant = [...new Set(termsBesideNames(meaning.filter((word) => !isStopWord(word)).join(' ')))]
    if (meant.length === 0) return 0
    const share = meant.filter((term) => terms.has(term)).length / meant.length
    return share >= MIN_MEANT ? OF_SYNONYM : 0
  }

  /** @param answered intents of the passage's heading */
  return (parts: readonly Part[], section: NoteSection, answered: ReadonlySet<Intent>): Coverage => {
    const terms = termsOf.get(section) ?? new Set<string>()
    const weighed = parts.map((part) => ({
      part,
      weight: weightOfPart(part),
      spoken: part.intent && answered.has(part.intent) ? 1 : speaksOf(terms, part),
    }))
    const covered = weighed.filter(({ spoken }) => spoken > 0).map(({ part }) => part)
    if (weighed.some(({ weight, spoken }) => spoken === 0 && weight >= RARE)) return { covered, share: 0 }
    const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
    const spoken = weighed.reduce((sum, { weight, spoken }) => sum + weight * spoken, 0)
    return { covered, share: total === 0 ? 1 : spoken / total }
  }
}

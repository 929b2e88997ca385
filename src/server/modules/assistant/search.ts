import MiniSearch from 'minisearch'
import { findNations, nationsOf, type AskedNations, type AskingCouncil } from './nations'
import type { Nation, Note, NoteSection } from './notes'
import { createReader, type AskedQuestion, type Concept, type SpellingCorrection } from './question'
import type { Synonym } from './synonyms'
import { isFunctionWord, splitWords, stemWord } from './words'

export interface Passage {
  readonly note: Note
  readonly section: NoteSection
}

export interface Found {
  /** Nearest first, those of the asked nations before all others. */
  readonly passages: readonly Passage[]
  readonly asked: AskedNations
  /** Stems by which they were found. */
  readonly terms: ReadonlySet<string>
  /** Telling words that stand in no note. */
  readonly unknown: readonly string[]
  readonly corrections: readonly SpellingCorrection[]
}

/** @param before the questions before it, last one first */
export type Search = (question: string, council?: AskingCouncil, before?: readonly string[]) => Found

/** Weights, by the known questions (`npm run bench assistant`); 1 is a telling word of the question. */
const BOOST = { title: 1.3, heading: 1.3 }
const OF_MEANING = 0.6
const OF_FAINT = 0.5
const OF_EARLIER = 0.8
const OF_NAME_WORDS = 0.25
/** Added to each passage of a note that is named. */
const NAMED = 16
/** Phrases and meanings of many words score more: by this power of their number. */
const OF_LENGTH = 0.7
/** By which a score is multiplied: for last year's amounts, and for the asked nation's own passage. */
const PAST = 0.5
const OWN_PASSAGE = 1.25
const WHOLE_NATION = 1.5
const FOR_ONE = 0.6
/** Share of a score that depends on how many of the question's phrases a passage has. */
const COVERED = 0.375

const MAX_PASSAGES = 5
const MAX_BEFORE = 2
const OF_PAST = /\bwas\b/
const ASKS_PAST = /\b(?:2025|last|previous|before|was|were|used to|old)\b/i

/** Indexes the notes once. */
export function createSearch(notes: readonly Note[], synonyms: readonly Synonym[]): Search {
  const read = createReader(notes, synonyms)
  const passages = notes.flatMap((note) => note.sections.map((section) => ({ note, section })))
  const index = indexOf(passages)

  // Bounded by the words of the notes.
  const known = new Map<string, ReadonlyMap<number, number>>()
  const scoresOfStem = (stem: string): ReadonlyMap<number, number> => {
    const scores = known.get(stem) ?? new Map(index.search(stem).map(({ id, score }) => [Number(id), score]))
    if (scores.size > 0) known.set(stem, scores)
    return scores
  }
  /** As the index scores several words: the sum, times how many there are. */
  const scoresOf = (stems: readonly string[]): Map<number, number> => {
    const found = [...new Set(stems)].map(scoresOfStem)
    const sum = (id: number) => found.reduce((total, scores) => total + (scores.get(id) ?? 0), 0)
    const words = (id: number) => found.filter((scores) => scores.has(id)).length
    const ids = new Set(found.flatMap((scores) => [...scores.keys()]))
    return new Map([...ids].map((id) => [id, (sum(id) * words(id)) / stems.length ** OF_LENGTH]))
  }

  function score(weighed: readonly Weighed[]): Map<number, number> {
    const total = new Map<number, number>()
    const covered = new Map<number, number>()
    const add = (to: Map<number, number>, id: number, more: number) => to.set(id, (to.get(id) ?? 0) + more)
    for (const { concept, weight } of weighed) {
      const [own, meaning] = [scoresOf(concept.own), scoresOf(concept.meaning)]
      const ofWords = concept.names.length > 0 ? weight * OF_NAME_WORDS : weight
      for (const id of new Set([...own.keys(), ...meaning.keys()])) {
        add(total, id, ofWords * Math.max(own.get(id) ?? 0, OF_MEANING * (meaning.get(id) ?? 0)))
        if (!concept.isFaint) add(covered, id, 1)
      }
      for (const [id, { note }] of passages.entries()) if (concept.names.includes(note)) add(total, id, weight * NAMED)
    }
    const telling = weighed.filter(({ concept }) => !concept.isFaint).length
    for (const [id, sum] of total) total.set(id, sum * (1 - COVERED + (COVERED * (covered.get(id) ?? 0)) / telling))
    return total
  }

  return (text, council = {}, before = []) => {
    const now = read(text)
    const earlier = before.slice(0, MAX_BEFORE).map(read)
    const weighed = weighConcepts(now, earlier)
    const concepts = weighed.map(({ concept }) => concept)
    const place = [now, ...earlier].find(({ nations, places }) => nations.length + places.length > 0) ?? now
    const asked = findNations({ ...place, concepts }, council)
    const telling = concepts.filter(({ isFaint }) => !isFaint)
    const isKnown = telling.some((concept) => concept.isKnown)
    const isPast = ASKS_PAST.test(text)
    const ranked = [...(isKnown ? score(weighed) : [])].flatMap(([id, sum]) => {
      const one = passages[id]
      if (!one) return []
      const of = nationsOf(one.note, one.section)
      const isOf = asked.nations.length === 0 || of.some((nation) => asked.nations.includes(nation))
      const isOld = !isPast && OF_PAST.test(one.section.heading)
      return [{ one, isOf, score: sum * weighNations(one, asked.nations) * (isOld ? PAST : 1) }]
    })
    ranked.sort((a, b) => Number(b.isOf) - Number(a.isOf) || b.score - a.score)
    return {
      passages: ranked.slice(0, MAX_PASSAGES).map(({ one }) => one),
      asked,
      terms: new Set(telling.flatMap(({ terms }) => terms)),
      unknown: listUnknown(now.concepts),
      corrections: now.corrections,
    }
  }
}

/** For the asked nations alone; where none is known, rather for several than for one. */
function weighNations({ note, section }: Passage, asked: readonly Nation[]): number {
  if (asked.length === 0) return nationsOf(note, section).length > 1 ? 1 : FOR_ONE
  if (!asked.some((nation) => section.heading.includes(nation))) return 1
  return asked.some((nation) => section.heading === nation) ? WHOLE_NATION : OWN_PASSAGE
}

function indexOf(passages: readonly Passage[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    tokenize: splitWords,
    processTerm: (word) => (isFunctionWord(word) ? null : stemWord(word)),
    searchOptions: { tokenize: (text) => text.split(' '), processTerm: (stem) => stem, boost: BOOST },
  })
  const titleOf = ({ title, alsoCalled }: Note) => [title, ...alsoCalled].join(' ')
  index.addAll(
    passages.map(({ note, section: { heading, text } }, id) => ({ id, title: titleOf(note), heading, text })),
  )
  return index
}

interface Weighed {
  readonly concept: Concept
  readonly weight: number
}

/** With those of the questions before, whose benefit goes where a later question names one. */
function weighConcepts(now: AskedQuestion, before: readonly AskedQuestion[]): Weighed[] {
  const weighed: Weighed[] = []
  let [weight, isNamed] = [1, false]
  for (const { concepts } of [now, ...before]) {
    for (const concept of concepts)
      if (!isNamed || concept.names.length === 0)
        weighed.push({ concept, weight: concept.isFaint ? weight * OF_FAINT : weight })
    isNamed ||= concepts.some(({ names }) => names.length > 0)
    weight *= OF_EARLIER
  }
  return weighed
}

/** Runs of telling words that stand in no note and no synonym. */
function listUnknown(concepts: readonly Concept[]): string[] {
  const runs: string[][] = [[]]
  for (const { words, isFaint, isKnown } of concepts) {
    if (isFaint || isKnown || words.every((word) => /\d/.test(word))) runs.push([])
    else runs.at(-1)?.push(...words)
  }
  return [...new Set(runs.map((run) => run.join(' ')))].filter((run) => run !== '')
}

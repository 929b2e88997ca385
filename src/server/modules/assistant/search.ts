import MiniSearch from 'minisearch'
import { findNations, listNations, type AskedNations, type AskingCouncil } from './nations'
import type { Note, NoteSection } from './notes'
import { createReader, joinQuestions, type Concept, type SpellingCorrection } from './question'
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

/** What scores are multiplied by, chosen by the known questions (`npm run bench assistant`). */
const BOOST = { title: 1.3, heading: 1.3 }
/** Words that tell little: faint ones, a benefit's name, another word for what was typed; also one nation where none is known, and last year. */
const LESS = 0.5
const OF_NAMED_NOTE = 3
const OF_ASKED_NATION = 1.5

const MAX_PASSAGES = 5
const MAX_BEFORE = 2
const OF_PAST = /\bwas\b/
const ASKS_PAST = /\b(?:2025|last|previous|before|was|were|used to|old)\b/i

/** Indexes the notes once. */
export function createSearch(notes: readonly Note[], synonyms: readonly Synonym[]): Search {
  const read = createReader(notes, synonyms)
  const passages = notes.flatMap((note) => note.sections.map((section) => ({ note, section })))
  const index = buildIndex(passages)

  return (text, council = {}, before = []) => {
    const now = read(text)
    const question = before.slice(0, MAX_BEFORE).map(read).reduce(joinQuestions, now)
    const telling = question.concepts.filter(({ isFaint }) => !isFaint)
    const own = telling.filter((concept) => now.concepts.includes(concept))
    // "And in Scotland?" tells nothing of its own.
    const isKnown = (own.length > 0 ? own : telling).some((concept) => concept.isKnown)
    const named = new Set(telling.flatMap(({ names }) => names))
    const asked = findNations(question, named, council)
    const isPast = ASKS_PAST.test(text)
    const boosts = passages.map(
      ({ note, section }) =>
        (named.has(note) ? OF_NAMED_NOTE : 1) *
        (asked.nations.some((nation) => section.heading.includes(nation)) ? OF_ASKED_NATION : 1) *
        (asked.nations.length === 0 && listNations(note, section).length === 1 ? LESS : 1) *
        (OF_PAST.test(section.heading) && !isPast ? LESS : 1),
    )
    const weights = weighStems(question.concepts)
    const found = index.search([...weights.keys()].join(' '), {
      boostTerm: (stem) => weights.get(stem) ?? 0,
      boostDocument: (id) => boosts[Number(id)] ?? 0,
    })
    const isAsked = ({ note, section }: Passage) =>
      asked.nations.length === 0 || listNations(note, section).some((nation) => asked.nations.includes(nation))
    return {
      passages: (isKnown ? found : [])
        .flatMap(({ id }) => passages[Number(id)] ?? [])
        .sort((a, b) => Number(isAsked(b)) - Number(isAsked(a)))
        .slice(0, MAX_PASSAGES),
      asked,
      terms: new Set(telling.flatMap(({ terms }) => terms)),
      unknown: listUnknown(now.concepts),
      corrections: now.corrections,
    }
  }
}

function buildIndex(passages: readonly Passage[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    tokenize: splitWords,
    processTerm: (word) => (isFunctionWord(word) ? null : stemWord(word)),
    searchOptions: { tokenize: (stems) => stems.split(' '), processTerm: (stem) => stem, boost: BOOST },
  })
  index.addAll(
    passages.map(({ note: { title, alsoCalled }, section: { heading, text } }, id) => ({
      id,
      title: [title, ...alsoCalled].join(' '),
      heading,
      text,
    })),
  )
  return index
}

/** Weighs each stem by the heaviest of its concepts. */
function weighStems(concepts: readonly Concept[]): ReadonlyMap<string, number> {
  const weighed = concepts.flatMap(({ own, meaning, names, isFaint }) => {
    const weight = isFaint || names.length > 0 ? LESS : 1
    return [...own.map((stem) => [stem, weight] as const), ...meaning.map((stem) => [stem, weight * LESS] as const)]
  })
  return new Map(weighed.sort(([, a], [, b]) => a - b))
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

/**
 * Policy: a word that no note has, and that is nearly one that a note has, was mistyped. Put right before anything is
 * looked up: an ending that is cut off, or an abbreviation, is found by the right spelling alone.
 */
import MiniSearch from 'minisearch'
import type { Note } from './noteFile'
import { isStopWord, split } from './words'

/** Shorter words are one letter from too many others. */
const SHORTEST = 5
/** From this length on two letters may be wrong. */
const LONG = 8

export interface Spelling {
  /** The question with its mistyped words put right. */
  readonly corrected: (question: string) => string
}

/** Learns how the notes' words are spelt. */
export function createSpelling(notes: readonly Note[]): Spelling {
  const known = new Set(
    notes
      .flatMap(({ title, alsoCalled, sections }) => [
        title,
        ...alsoCalled,
        ...sections.flatMap(({ heading, text }) => [heading, text]),
      ])
      .flatMap(split),
  )
  const index = new MiniSearch<{ id: string; word: string }>({ fields: ['word'] })
  index.addAll([...known].filter((word) => word.length >= SHORTEST - 1).map((word) => ({ id: word, word })))

  const right = (word: string): string => {
    const lower = word.toLowerCase()
    if (lower.length < SHORTEST || known.has(lower) || isStopWord(lower)) return word
    const [nearest] = index.search(lower, { fuzzy: lower.length < LONG ? 1 : 2 })
    return nearest ? String(nearest.id) : word
  }
  return { corrected: (question) => question.replace(/\p{L}+/gu, right) }
}

import { doubleMetaphone } from 'double-metaphone'
import MiniSearch, { type Query } from 'minisearch'

const SHORTEST = 4
/** Slips that are put right in a long word; in a short one it is one. */
const SLIPS = 2
const LONG = 7
/** Where it sounds the same. */
const OF_SOUND = 3

/** Learns words. @returns the nearest to a misspelt one, by letters or sound */
export function createSpelling(vocabulary: Iterable<string>) {
  const index = new MiniSearch<{ id: string; sound: string }>({ idField: 'id', fields: ['id', 'sound'] })
  index.addAll([...vocabulary].filter(isSpelt).map((id) => ({ id, sound: soundOf(id) })))

  return (typed: string): string | undefined => {
    if (!isSpelt(typed)) return undefined
    const near = { queries: [typed], fields: ['id'] }
    const queries: Query[] = [
      { ...near, fuzzy: typed.length < LONG ? 1 : SLIPS },
      {
        combineWith: 'AND',
        queries: [
          { queries: [soundOf(typed)], fields: ['sound'] },
          { ...near, fuzzy: OF_SOUND },
        ],
      },
    ]
    const [nearest] = index.search({ combineWith: 'OR', queries })
    return nearest && String(nearest.id)
  }
}

const isSpelt = (word: string): boolean => word.length >= SHORTEST && !/\d/.test(word)
const soundOf = (word: string): string => doubleMetaphone(word)[0]

import MiniSearch from 'minisearch'

const SHORTEST = 4
/** Letters from which on a word may have two slips instead of one. */
const LONG = 7

/** Learns words. @returns the nearest to a misspelt one */
export function createSpelling(vocabulary: Iterable<string>) {
  const searchOptions = { fuzzy: (typed: string) => (typed.length < LONG ? 1 : 2) }
  const index = new MiniSearch<{ id: string }>({ fields: ['id'], searchOptions })
  index.addAll([...vocabulary].filter(isSpelt).map((id) => ({ id })))

  return (typed: string): string | undefined => {
    const [nearest] = isSpelt(typed) ? index.search(typed) : []
    return nearest && String(nearest.id)
  }
}

const isSpelt = (word: string): boolean => word.length >= SHORTEST && !/\d/.test(word)

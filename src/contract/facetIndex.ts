/**
 * How the counts along a slider are written: exact, in few bytes (docs/decisions/0078-index-of-a-slider.md). A count is
 * written as its difference from what the bins before it let expect, and a facet's last value not at all.
 */

export interface FacetIndex {
  /** Of each bin in turn, those of all facets one after the other. */
  readonly counts: Uint32Array
  /** Per bin, those that match. */
  readonly households: readonly number[]
  /** How many values or bins each facet has, in the catalogue's order; none for the slider's own. */
  readonly sizes: readonly number[]
}

type Shape = Pick<FacetIndex, 'households' | 'sizes'>

/** How much a bin counts in the next one's expectation: the shares of values drift along a range. */
const MEMORY = 0.95

/**
 * Goes through all counts in the order in which they are written.
 * @param count says how many households a bin has in the places `from` to before `to`, given how many are expected
 */
function walk(
  { households, sizes }: Shape,
  count: (expected: number, bin: number, from: number, to: number) => number,
) {
  const width = sizes.reduce((sum, size) => sum + size, 0)
  const counts = new Uint32Array(width * households.length)
  /** Of `among`, the share that the bins before had. */
  const along = (among: readonly number[], share: number, from: number, to: number) => {
    let [found, seen] = [share, 1]
    return among.map((all, bin) => {
      const own = count(Math.round((all * found) / seen), bin, from, to)
      found = found * MEMORY + own
      seen = seen * MEMORY + all
      return own
    })
  }
  let from = 0
  for (const size of sizes) {
    const to = from + size
    // Those that have a value, and what remains of them after each value: all of it is the last one's.
    let left = size === 0 ? [] : along(households, 1, from, to)
    for (let place = from; place < to; place++) {
      const own = place === to - 1 ? left : along(left, 1 / (to - place), place, place + 1)
      own.forEach((all, bin) => (counts[bin * width + place] = all))
      left = left.map((all, bin) => all - (own[bin] ?? 0))
    }
    from = to
  }
  return { counts, width }
}

/** Writes an index: each difference in groups of seven bits, the sign in the lowest bit (LEB128, zigzag). */
export function packIndex({ counts, ...shape }: FacetIndex): Uint8Array {
  const width = counts.length / shape.households.length
  const bytes: number[] = []
  walk(shape, (expected, bin, from, to) => {
    const own = counts.subarray(bin * width + from, bin * width + to).reduce((sum, each) => sum + each, 0)
    const difference = own - expected
    let rest = (difference << 1) ^ (difference >> 31)
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
    bytes.push(rest)
    return own
  })
  return Uint8Array.from(bytes)
}

/** Reads what {@link packIndex} wrote. @throws RangeError for bytes of another index */
export function unpackIndex(bytes: Uint8Array, shape: Shape): FacetIndex {
  let at = 0
  const next = () => {
    const byte = bytes[at++]
    if (byte === undefined) throw new RangeError('The index ends too soon.')
    return byte
  }
  const { counts } = walk(shape, (expected) => {
    let [difference, shift] = [0, 0]
    for (let byte = 128; byte > 127; shift += 7) {
      byte = next()
      difference |= (byte & 127) << shift
    }
    return expected + ((difference >>> 1) ^ -(difference & 1))
  })
  if (at !== bytes.length) throw new RangeError('The index goes on.')
  return { ...shape, counts }
}

/**
 * How the counts along a slider are encoded: exact, in few bytes (docs/decisions/0078-index-of-a-slider.md). A count is
 * stored as its difference from what earlier bins predict; a facet's last value is not stored.
 */

export interface FacetIndex {
  /** Bin by bin, each with all facets. */
  readonly counts: Uint32Array
  readonly households: readonly number[]
  /** Number of values or bins per facet, in the catalogue's order; none for the slider's own. */
  readonly sizes: readonly number[]
}

type Shape = Pick<FacetIndex, 'households' | 'sizes'>

/** A bin's weight in the next one's prediction: the shares of values drift along a range. */
const MEMORY = 0.95

/**
 * Walks all counts in stored order.
 * @param count gives a bin's households in the places `from` to before `to`, given the predicted number
 */
function walk(
  { households, sizes }: Shape,
  count: (expected: number, bin: number, from: number, to: number) => number,
) {
  const width = sizes.reduce((sum, size) => sum + size, 0)
  const counts = new Uint32Array(width * households.length)
  /** The share of `among` in earlier bins. */
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
    // Households with a value, less each value in turn; the rest is the last one's.
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

/** Writes an index: differences in groups of seven bits, the sign in the lowest bit (LEB128, zigzag). */
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

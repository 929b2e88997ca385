/**
 * Encodes the counts along a slider exactly, in few bytes (docs/decisions/0078-index-of-a-slider.md): each count as its
 * difference from a prediction; a facet's last value is not stored.
 */

export interface FacetIndex {
  /** Bin by bin, all facets in each. */
  readonly counts: Uint32Array
  readonly households: readonly number[]
  /** Values or bins per facet, in the catalogue's order; none for the slider's own. */
  readonly sizes: readonly number[]
}

type Shape = Pick<FacetIndex, 'households' | 'sizes'>

/** A bin's weight in the next prediction: shares drift along a range. */
const MEMORY = 0.95

/** Walks counts in stored order. @param count gives households in places `from` to before `to`, given the prediction */
function walk(
  { households, sizes }: Shape,
  count: (expected: number, bin: number, from: number, to: number) => number,
) {
  const width = sizes.reduce((sum, size) => sum + size, 0)
  const counts = new Uint32Array(width * households.length)
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
    // Households with a value, less each value in turn; the rest has the last one.
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

/** Differences as zigzag LEB128. */
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

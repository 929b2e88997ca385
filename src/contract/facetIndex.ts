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
 * Goes through all counts in the order in which they are written. It runs while a slider is held: arrays are made once.
 * @param count says how many households a bin has in the places `from` to before `to`, given how many are expected
 */
function walk(
  { households, sizes }: Shape,
  count: (expected: number, bin: number, from: number, to: number) => number,
) {
  const width = sizes.reduce((sum, size) => sum + size, 0)
  const bins = households.length
  const counts = new Uint32Array(width * bins)
  const all = Float64Array.from(households)
  /** Of each bin, those that have a value, and what remains of them after each value: all of it is the last one's. */
  const left = new Float64Array(bins)
  const own = new Float64Array(bins)
  /** Fills `own`: of `among`, the share that the bins before had. */
  const along = (among: Float64Array, share: number, from: number, to: number) => {
    let [found, seen] = [share, 1]
    for (let bin = 0; bin < bins; bin++) {
      const those = among[bin] ?? 0
      const counted = count(Math.round((those * found) / seen), bin, from, to)
      found = found * MEMORY + counted
      seen = seen * MEMORY + those
      own[bin] = counted
    }
  }
  let from = 0
  for (const size of sizes) {
    const to = from + size
    if (size > 0) {
      along(all, 1, from, to)
      left.set(own)
    }
    for (let place = from; place < to; place++) {
      if (place === to - 1) own.set(left)
      else along(left, 1 / (to - place), place, place + 1)
      for (let bin = 0; bin < bins; bin++) {
        const counted = own[bin] ?? 0
        counts[bin * width + place] = counted
        left[bin] = (left[bin] ?? 0) - counted
      }
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

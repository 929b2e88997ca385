/** In memory only, never on the device (docs/product.md#the-device). */
export interface HouseholdPoints {
  readonly version: string
  readonly rowCount: number
  readonly dots: Dots
  reference: (row: number) => string
  wardCode: (row: number) => string
}

/** One dot per distinct coordinate (docs/product.md#map). */
export interface Dots {
  readonly count: number
  /** Longitude and latitude, alternating. */
  readonly positions: Float64Array
  readonly dotOfRow: Uint32Array
  /** In dot order: dot `d` has `rows[starts[d]]` up to `rows[starts[d + 1]]`, ascending. */
  readonly rows: Uint32Array
  readonly starts: Uint32Array
}

/** One pass: a million rows must not block the page. */
export function groupByCoordinate(longitude: Float64Array, latitude: Float64Array): Dots {
  const rowCount = longitude.length
  const dotOfRow = new Uint32Array(rowCount)
  const firstRow = new Uint32Array(rowCount)
  const find = coordinateIndex(longitude, latitude, firstRow)
  let count = 0
  for (let row = 0; row < rowCount; row++) {
    const dot = find(row, count)
    if (dot === count) firstRow[count++] = row
    dotOfRow[row] = dot
  }
  const positions = new Float64Array(count * 2)
  for (let dot = 0; dot < count; dot++) {
    const row = firstRow[dot] ?? 0
    positions[dot * 2] = longitude[row] ?? 0
    positions[dot * 2 + 1] = latitude[row] ?? 0
  }
  return { count, positions, dotOfRow, ...rowsByDot(dotOfRow, count) }
}

/** The rows of one dot, ascending. */
export function rowsOfDot(dots: Dots, dot: number): Uint32Array {
  return dots.rows.subarray(dots.starts[dot] ?? 0, dots.starts[dot + 1] ?? 0)
}

/** Open addressing: a Map would need a string per household. */
function coordinateIndex(longitude: Float64Array, latitude: Float64Array, firstRow: Uint32Array) {
  let size = 16
  while (size < longitude.length * 2) size *= 2
  const mask = size - 1
  // Plus one: 0 means an empty slot.
  const slots = new Uint32Array(size)
  const pair = new Float64Array(2)
  const words = new Uint32Array(pair.buffer)
  const hash = () => {
    let mixed = 0
    for (const word of words) mixed = Math.imul(mixed ^ word, 0x9e3779b1) ^ (mixed >>> 15)
    return (mixed ^ (mixed >>> 13)) & mask
  }
  return (row: number, next: number): number => {
    pair[0] = longitude[row] ?? 0
    pair[1] = latitude[row] ?? 0
    let slot = hash()
    for (;;) {
      const taken = slots[slot] ?? 0
      if (taken === 0) {
        slots[slot] = next + 1
        return next
      }
      const other = firstRow[taken - 1] ?? 0
      if (longitude[other] === longitude[row] && latitude[other] === latitude[row]) return taken - 1
      slot = (slot + 1) & mask
    }
  }
}

function rowsByDot(dotOfRow: Uint32Array, count: number): Pick<Dots, 'rows' | 'starts'> {
  const starts = new Uint32Array(count + 1)
  for (const dot of dotOfRow) starts[dot + 1] = (starts[dot + 1] ?? 0) + 1
  for (let dot = 0; dot < count; dot++) starts[dot + 1] = (starts[dot + 1] ?? 0) + (starts[dot] ?? 0)
  const next = starts.slice(0, count)
  const rows = new Uint32Array(dotOfRow.length)
  dotOfRow.forEach((dot, row) => {
    const place = next[dot] ?? 0
    rows[place] = row
    next[dot] = place + 1
  })
  return { rows, starts }
}

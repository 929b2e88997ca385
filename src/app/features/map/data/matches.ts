import type { Dots } from './dots'
import { rowsOfDot } from './dots'

/** One bit a row, lowest bit first, as in Arrow. */
export interface Matches {
  readonly bits: Uint8Array
  readonly rowCount: number
  readonly count: number
}

/** Matches from a bitmap of at least `rowCount` bits. */
export function matchesFromBits(bits: Uint8Array, rowCount: number): Matches {
  let count = 0
  const whole = rowCount >> 3
  for (let i = 0; i < whole; i++) count += onesInByte(bits[i] ?? 0)
  if (rowCount & 7) count += onesInByte((bits[whole] ?? 0) & ((1 << (rowCount & 7)) - 1))
  return { bits, rowCount, count }
}

/** All of `rowCount` rows. */
export function allMatch(rowCount: number): Matches {
  return { bits: new Uint8Array((rowCount + 7) >> 3).fill(0xff), rowCount, count: rowCount }
}

/** Whether the row matches. */
export function isMatch(matches: Matches, row: number): boolean {
  return row < matches.rowCount && ((matches.bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0
}

/** The matching rows, ascending. */
export function matchingRows(matches: Matches): Uint32Array {
  const rows = new Uint32Array(matches.count)
  let found = 0
  for (let row = 0; row < matches.rowCount; row++) if (isMatch(matches, row)) rows[found++] = row
  return rows
}

/** The matching rows of one dot, ascending. */
export function matchingRowsOfDot(matches: Matches, dots: Dots, dot: number): number[] {
  return Array.from(rowsOfDot(dots, dot)).filter((row) => isMatch(matches, row))
}

/** For each dot 1 if a household on it matches, else 0. */
export function dotVisibility(matches: Matches, dots: Dots): Float32Array {
  const shown = new Float32Array(dots.count)
  for (let row = 0; row < matches.rowCount; row++) {
    if (isMatch(matches, row)) shown[dots.dotOfRow[row] ?? 0] = 1
  }
  return shown
}

function onesInByte(byte: number): number {
  const pairs = byte - ((byte >> 1) & 0x55)
  const quads = (pairs & 0x33) + ((pairs >> 2) & 0x33)
  return (quads + (quads >> 4)) & 0x0f
}

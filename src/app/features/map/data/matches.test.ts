import { describe, expect, it } from 'vitest'
import { groupByCoordinate } from './dots'
import { allMatch, dotVisibility, isMatch, matchesFromBits, matchingRows, matchingRowsOfDot } from './matches'

describe('matches', () => {
  // Rows 0, 3, 8 and 9 of ten; the last byte carries a stray bit after the last row.
  const matches = matchesFromBits(Uint8Array.of(0b00001001, 0b10000011), 10)

  it('reads one bit a row, lowest first, and counts only rows that exist', () => {
    expect(matches.count).toBe(4)
    expect(Array.from(matchingRows(matches))).toEqual([0, 3, 8, 9])
    expect(isMatch(matches, 3)).toBe(true)
    expect(isMatch(matches, 4)).toBe(false)
    expect(isMatch(matches, 15)).toBe(false)
  })

  it('matches everything before any filter', () => {
    const everything = allMatch(10)
    expect(everything.count).toBe(10)
    expect(matchingRows(everything)).toHaveLength(10)
  })

  it('shows a dot when any household on it matches, and lists only those that do', () => {
    const longitude = Float64Array.of(1, 1, 1, 1, 2, 2, 2, 2, 3, 3)
    const dots = groupByCoordinate(longitude, longitude)
    expect(Array.from(dotVisibility(matches, dots))).toEqual([1, 0, 1])
    expect(matchingRowsOfDot(matches, dots, 0)).toEqual([0, 3])
    expect(matchingRowsOfDot(matches, dots, 1)).toEqual([])
  })
})

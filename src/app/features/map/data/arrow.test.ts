import { tableFromArrays } from '@uwdata/flechette'
import { describe, expect, it } from 'vitest'
import { arrowStream, matchesStream, pointsStream, type TestHousehold } from '../testing/arrowStreams'
import { decodeMatches, decodePoints, NotTheContract } from './arrow'
import { matchingRows } from './matches'
import { boundsOfPositions, pointsFromJson } from './points'

const households: TestHousehold[] = [
  { reference: 'H1', ward: 'W1', at: [-2.3, 53.4] },
  { reference: 'H2', ward: 'W2', at: [-2.31, 53.4] },
  { reference: 'H3', ward: 'W1', at: [-2.3, 53.4] },
]

describe('the points of a snapshot', () => {
  it.each([100, 2])('come with references, wards and dots, in batches of %i rows', (batch) => {
    const points = decodePoints(pointsStream(households, 'v1', batch))
    expect(points.version).toBe('v1')
    expect(points.rowCount).toBe(3)
    expect(points.reference(1)).toBe('H2')
    expect(points.wardCode(2)).toBe('W1')
    expect(points.dots.count).toBe(2)
  })

  it('are refused in words when a column or the version is missing, or the bytes are something else', () => {
    const withoutWards = tableFromArrays({ household_reference: ['H1'], longitude: [1], latitude: [2] })
    expect(() => decodePoints(arrowStream(withoutWards, { points_version: 'v1' }))).toThrow(/ward_code/)
    const whole = tableFromArrays({ household_reference: ['a'], ward_code: ['b'], longitude: [1.5], latitude: [2.5] })
    expect(() => decodePoints(arrowStream(whole, {}))).toThrow(/points_version/)
    expect(() => decodePoints(new TextEncoder().encode('<html>oops</html>').buffer)).toThrow(NotTheContract)
    expect(() => decodePoints(new ArrayBuffer(0))).toThrow(NotTheContract)
  })
})

describe('the matches of a filter change', () => {
  const values = Array.from({ length: 19 }, (_, row) => row % 3 === 0)
  const rows = [0, 3, 6, 9, 12, 15, 18]

  it.each([100, 5])('are a bit a row with the headlines beside them, in batches of %i rows', (maxBatchRows) => {
    const headlines = [{ display_name: 'Households shown', value: '1,204' }]
    const decoded = decodeMatches(matchesStream(values, { headlines, maxBatchRows }))
    expect(Array.from(matchingRows(decoded.matches))).toEqual(rows)
    expect(decoded.pointsVersion).toBe('v1')
    expect(decoded.headlines).toEqual(headlines)
  })

  it('are refused when the headlines are not headlines or the column is not boolean', () => {
    const withHeadlines = (map_headlines: string, matches: unknown[] = [true]) =>
      arrowStream(tableFromArrays({ matches }), { points_version: 'v1', map_headlines })
    expect(() => decodeMatches(withHeadlines('{oops'))).toThrow(/map_headlines/)
    expect(() => decodeMatches(withHeadlines('[{}]'))).toThrow(NotTheContract)
    expect(() => decodeMatches(withHeadlines('[]', [1, 2]))).toThrow(/boolean/)
  })
})

describe('points from JSON', () => {
  it('hold the same references and dots', () => {
    const coordinates = { longitude: -2.3, latitude: 53.4 }
    const points = pointsFromJson([
      { household_reference: 'H7', coordinates },
      { household_reference: 'H8', coordinates },
    ])
    expect(points.dots.count).toBe(1)
    expect(points.reference(1)).toBe('H8')
    expect(points.wardCode(1)).toBe('')
  })
})

describe('bounds', () => {
  const positions = Float64Array.of(-2.3, 53.4, -2.5, 53.5, 9, 9)
  it('enclose what is included, and are absent for nothing', () => {
    expect(boundsOfPositions(positions, (index) => index < 2)).toEqual([-2.5, 53.4, -2.3, 53.5])
    expect(boundsOfPositions(positions, () => false)).toBeNull()
  })
})

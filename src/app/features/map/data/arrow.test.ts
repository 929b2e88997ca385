import { bool, dictionary, float64, int32, tableFromArrays, tableToIPC, utf8, type Table } from '@uwdata/flechette'
import { describe, expect, it } from 'vitest'
import { decodeMatches, decodePoints, NotTheContract } from './arrow'
import { matchingRows } from './matches'
import { boundsOfPositions, pointsFromJson } from './points'

function stream(table: Table, metadata: Record<string, string>): ArrayBuffer {
  table.schema.metadata = new Map(Object.entries(metadata))
  const bytes = tableToIPC(table, { format: 'stream' })
  return new Uint8Array(bytes ?? []).buffer
}

const pointsTable = (maxBatchRows = 100) =>
  tableFromArrays(
    {
      household_reference: ['H1', 'H2', 'H3'],
      ward_code: ['W1', 'W2', 'W1'],
      longitude: [-2.3, -2.31, -2.3],
      latitude: [53.4, 53.4, 53.4],
    },
    {
      maxBatchRows,
      types: {
        household_reference: utf8(),
        ward_code: dictionary(utf8(), int32()),
        longitude: float64(),
        latitude: float64(),
      },
    },
  )

const matchesTable = (values: boolean[], maxBatchRows = 100) =>
  tableFromArrays({ matches: values }, { maxBatchRows, types: { matches: bool() } })

const headlines = JSON.stringify([{ display_name: 'Households shown', value: '1,204' }])

describe('the points of a snapshot', () => {
  it.each([100, 2])('come with references, wards and dots, in batches of %i rows', (batch) => {
    const points = decodePoints(stream(pointsTable(batch), { points_version: 'v1' }))
    expect(points.version).toBe('v1')
    expect(points.rowCount).toBe(3)
    expect(points.reference(1)).toBe('H2')
    expect(points.wardCode(2)).toBe('W1')
    expect(points.dots.count).toBe(2)
  })

  it('are refused in words when a column or the version is missing, or the bytes are something else', () => {
    const withoutWards = tableFromArrays({ household_reference: ['H1'], longitude: [1], latitude: [2] })
    expect(() => decodePoints(stream(withoutWards, { points_version: 'v1' }))).toThrow(/ward_code/)
    expect(() => decodePoints(stream(pointsTable(), {}))).toThrow(/points_version/)
    expect(() => decodePoints(new TextEncoder().encode('<html>oops</html>').buffer)).toThrow(NotTheContract)
  })
})

describe('the matches of a filter change', () => {
  const values = Array.from({ length: 19 }, (_, row) => row % 3 === 0)
  const rows = [0, 3, 6, 9, 12, 15, 18]

  it.each([100, 5])('are a bit a row with the headlines beside them, in batches of %i rows', (batch) => {
    const decoded = decodeMatches(
      stream(matchesTable(values, batch), { points_version: 'v1', map_headlines: headlines }),
    )
    expect(Array.from(matchingRows(decoded.matches))).toEqual(rows)
    expect(decoded.pointsVersion).toBe('v1')
    expect(decoded.headlines).toEqual([{ display_name: 'Households shown', value: '1,204' }])
  })

  it('are refused when the headlines are not headlines or the column is not boolean', () => {
    const metadata = { points_version: 'v1', map_headlines: headlines }
    expect(() => decodeMatches(stream(matchesTable(values), { ...metadata, map_headlines: '{oops' }))).toThrow(
      /map_headlines/,
    )
    expect(() => decodeMatches(stream(matchesTable(values), { ...metadata, map_headlines: '[{}]' }))).toThrow(
      NotTheContract,
    )
    expect(() => decodeMatches(stream(tableFromArrays({ matches: [1, 2] }), metadata))).toThrow(/boolean/)
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

import { tableFromIPC } from '@uwdata/flechette'
import { expect, test } from 'vitest'
import { ARROW_METADATA, MATCHES_COLUMN } from '#contract/households/map'
import { matchesToArrow, pointsToArrow } from './arrow'

const headlines = [{ display_name: 'Households shown', value: '£1 – ŵ' }]

test('one bit a row, with the headlines and the version in the metadata', () => {
  const bitmap = Uint8Array.of(0b1000_0001, 0b1, 0, 0, 0, 0, 0, 0, 0b10_0000, 0, 0, 0, 0, 0, 0, 0)
  const table = tableFromIPC(matchesToArrow({ rowCount: 70, bitmap, pointsVersion: 'v1', headlines }))
  const matches = table.toArray().map((row) => row[MATCHES_COLUMN] === true)
  expect(matches).toHaveLength(70)
  expect(matches.flatMap((match, row) => (match ? [row] : []))).toEqual([0, 7, 8, 69])
  expect(table.schema.metadata?.get(ARROW_METADATA.pointsVersion)).toBe('v1')
  expect(JSON.parse(table.schema.metadata?.get(ARROW_METADATA.headlines) ?? '')).toEqual(headlines)
})

test('a filter change at 100,000 households is at most 20 kB', () => {
  const bitmap = new Uint8Array(12_504).fill(0b0101_0101)
  const bytes = matchesToArrow({ rowCount: 100_000, bitmap, pointsVersion: 'v1', headlines })
  expect(bytes.byteLength).toBeLessThan(20_000)
})

test('points keep references, wards and coordinates in row order', () => {
  const table = tableFromIPC(
    pointsToArrow({
      pointsVersion: 'v2',
      references: ['R-1', 'Tŷ-2'],
      wardCodes: ['E1', 'E1'],
      longitudes: Float64Array.of(-2.3643, -2.4),
      latitudes: Float64Array.of(53.393785, 53.4),
    }),
  )
  expect(table.toArray()).toEqual([
    { household_reference: 'R-1', ward_code: 'E1', longitude: -2.3643, latitude: 53.393785 },
    { household_reference: 'Tŷ-2', ward_code: 'E1', longitude: -2.4, latitude: 53.4 },
  ])
  expect(table.schema.metadata?.get(ARROW_METADATA.pointsVersion)).toBe('v2')
})

test('no households at all', () => {
  const empty = { references: [], wardCodes: [], longitudes: new Float64Array(0), latitudes: new Float64Array(0) }
  expect(tableFromIPC(pointsToArrow({ pointsVersion: 'v', ...empty })).numRows).toBe(0)
})

import { expect, test } from 'vitest'
import { createFacetTable, layOutFacets } from './counts'
import { createMemory } from './kernel'
import { placedColumn } from './facetMemory'
import type { ColumnBytes } from './messages'

const HOUSEHOLDS = 1_003

test.each<{ codes: number; bytes: ColumnBytes }>([
  { codes: 21, bytes: 1 },
  { codes: 254, bytes: 1 },
  { codes: 700, bytes: 2 },
])('households of some of $codes wards are counted by another column', ({ codes, bytes }) => {
  const wards = Array.from({ length: HOUSEHOLDS }, (_, row) => (row * 13) % codes)
  const tenures = wards.map((_, row) => (row * 5) % 3)
  const facets = [
    { column: 'ward_code', size: codes },
    { column: 'tenure', size: 3 },
  ]
  const columns = { ward_code: bytes, tenure: 1 } as const
  const layout = layOutFacets(HOUSEHOLDS, columns, facets)
  const memory = createMemory(layout.bytes)
  const at = placedColumn(layout.columns, 'ward_code').at
  const placed = bytes === 1 ? new Uint8Array(memory.buffer, at) : new Uint16Array(memory.buffer, at)
  placed.set(wards)
  new Uint8Array(memory.buffer, placedColumn(layout.columns, 'tenure').at).set(tenures)

  const chosen = [2, 19, codes - 1]
  const { counts, households } = createFacetTable(HOUSEHOLDS, layout, facets, memory).count([
    { facet: -1, test: { column: 'tenure', codes: [0, 1] } },
    { facet: 0, test: { column: 'ward_code', codes: chosen } },
  ])

  const matching = wards.flatMap((ward, row) => (chosen.includes(ward) && tenures[row] !== 2 ? [row] : []))
  expect([...households]).toEqual([matching.length])
  const byTenure = [0, 1, 2].map((tenure) => matching.filter((row) => tenures[row] === tenure).length)
  expect([...counts.slice(codes + 1)]).toEqual([...byTenure, 0])
  const byWard = Array.from(
    { length: codes },
    (_, code) => wards.filter((ward, row) => ward === code && tenures[row] !== 2).length,
  )
  expect([...counts.slice(0, codes)]).toEqual(byWard)
})

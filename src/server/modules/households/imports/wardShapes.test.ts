import { expect, test } from 'vitest'
import { collection, polygon, shaped, square, wardReaderForEachTest } from './testing/wardFiles'

const read = wardReaderForEachTest()

test('computes a centroid that is missing, holes and several parts considered', async () => {
  // Four by four with its north-east quarter cut out, and a second part of the same area as the rest beside it.
  const geometry = {
    type: 'MultiPolygon',
    coordinates: [[square(0, 50, 4), square(2, 52, 2)], [square(4, 50, Math.sqrt(12))]],
  }
  const { wards } = await read(collection([shaped(geometry)]))
  const first = (16 * 2 - 4 * 3) / 12
  expect(wards[0]?.longitude).toBeCloseTo((first + 4 + Math.sqrt(12) / 2) / 2, 5)
  expect(wards[0]?.latitude).toBeCloseTo((50 + first + 50 + Math.sqrt(12) / 2) / 2, 5)
})

test('makes one ward of the features of one code, with its centre in the middle of all', async () => {
  const parts = [shaped(polygon(square(0, 50, 2))), shaped(polygon(square(2, 50, 2)))]
  const { wards, faults } = await read(collection([...parts, parts[0]]))
  expect(faults).toEqual([])
  expect(wards).toHaveLength(1)
  expect(wards[0]?.geometry).toMatchObject({ type: 'MultiPolygon', coordinates: [{}, {}] })
  expect(wards[0]?.longitude).toBeCloseTo(2, 5)
  expect(wards[0]?.latitude).toBeCloseTo(51, 5)
})

test('refuses features of one code that have other names, or overlap', async () => {
  const one = shaped(polygon(square(0, 50, 2)))
  const renamed = await read(collection([one, shaped(polygon(square(2, 50, 2)), { ward_name: 'B' })]))
  expect(renamed.faults).toMatchObject([
    {
      kind: 'bad ward',
      listed: [{ row: 2, column: 'ward_name', value: 'B' }],
    },
  ])
  expect(renamed.faults[0]?.listed[0]?.expected).toContain('A in row 1')
  const redrawn = await read(collection([one, shaped(polygon(square(0.1, 50, 2)))]))
  expect(redrawn.faults).toMatchObject([{ kind: 'bad ward', listed: [{ row: 2, column: 'geometry', value: 'E1' }] }])
})

test('takes a second outer ring for a part, and an island in a hole for another', async () => {
  const rings = [square(0, 50, 4), square(10, 50, 1), square(1, 51, 2), square(1.5, 51.5, 0.5)]
  const { wards } = await read(collection([shaped(polygon(...rings))]))
  const { geometry } = wards[0] ?? {}
  expect(geometry?.type).toBe('MultiPolygon')
  expect(geometry?.coordinates.map((part) => part.length)).toEqual([2, 1, 1])
})

test.each<[string, number[][], string]>([
  [
    'a bow-tie',
    [
      [0, 50],
      [2, 52],
      [2, 50],
      [0, 52],
      [0, 50],
    ],
    'near 1.0000, 51.0000',
  ],
  ['an open ring', square(0, 50, 2).slice(0, -1), 'end where they begin'],
])('takes a ward of %s, and says so with its code', async (_, ring, words) => {
  const { wards, faults, warnings } = await read(collection([shaped(polygon(ring))]))
  expect(faults).toEqual([])
  expect(warnings).toMatchObject([{ kind: 'doubtful ward', count: 1, listed: [{ row: 1, value: 'E1' }] }])
  expect(warnings[0]?.listed[0]?.expected).toContain(words)
  const { geometry, longitude = 0 } = wards[0] ?? {}
  expect(geometry?.coordinates.flat(1)).toHaveLength(5)
  expect(longitude).toBeGreaterThan(0)
  expect(longitude).toBeLessThan(2)
})

test('computes a centre that lies outside its ward, inside it even where the ward is bent', async () => {
  const bent = [
    [0, 50],
    [4, 50],
    [4, 51],
    [1, 51],
    [1, 53],
    [4, 53],
    [4, 54],
    [0, 54],
    [0, 50],
  ]
  const { wards, warnings } = await read(
    collection([
      shaped(polygon(bent), { longitude: 3, latitude: 52 }),
      shaped(polygon(square(8, 50, 2)), { ward_code: 'E2', lon: 8.5, lat: 50.5 }),
    ]),
  )
  expect(warnings).toMatchObject([{ kind: 'doubtful ward', count: 1, listed: [{ row: 1, value: 'E1' }] }])
  expect(wards).toMatchObject([
    { longitude: 0.5, latitude: 52 },
    { longitude: 8.5, latitude: 50.5 },
  ])
})

import { expect, test } from 'vitest'
import type { FaultGroup } from './report'
import { EXAMPLE_WARDS, exampleHousehold, exampleHouseholds, wardsGeoJson } from './testing/exampleFiles'
import { benchForEachTest } from './testing/importBench'

const bench = benchForEachTest()

const [harbour, mill] = EXAMPLE_WARDS
const far = { code: 'E05999009', name: 'Far Away', west: -5.5, south: 50 }
const wardsFile = (...wards: Parameters<typeof wardsGeoJson>[0] & object) =>
  bench().write('boundaries.geojson', wardsGeoJson(wards))
const kinds = (groups: readonly FaultGroup[]) => groups.map(({ kind, count }) => [kind, count])

test('leaves out wards without households, with a word, also of thousands', async () => {
  const others = Array.from({ length: 2_500 }, (_, index) => ({ ...far, code: `E06${String(index)}` }))
  const report = await bench().importExample(exampleHouseholds(2), {
    wardsFile: await wardsFile(harbour, ...others, mill),
  })
  expect(report.wardCount).toBe(2)
  expect(report.warnings).toMatchObject([{ kind: 'ward without households', count: 2_500 }])
  expect(report.warnings[0]?.listed[0]).toMatchObject({
    file: 'boundaries.geojson',
    column: 'ward_code',
    value: 'E060',
  })
})

test('finds households outside the wards beside a ward far away, with households and without', async () => {
  // Between the two.
  const nowhere = exampleHousehold(3, { longitude: '-3.5', latitude: '52' })
  const wards = await wardsFile(harbour, mill, far)
  const distant = exampleHousehold(4, { ward_code: far.code, longitude: '-5.495', latitude: '50.005' })
  for (const others of [exampleHouseholds(2), [...exampleHouseholds(2), distant]]) {
    const faults = await bench().faultsOf([...others, nowhere], { wardsFile: wards })
    expect(kinds(faults)).toEqual([['coordinate outside the wards', 1]])
    expect(faults[0]?.listed).toMatchObject([{ row: others.length + 2, value: '-3.5, 52.0' }])
  }
})

test('warns of households far outside the ward that they name, by number', async () => {
  const inHarbour = { ward_code: harbour.code, latitude: '54.005' }
  const { warnings } = await bench().importExample([
    ...exampleHouseholds(10),
    // A hundredth of a degree is 650 metres there, and the ward ends at -1.49.
    exampleHousehold(11, { ...inHarbour, longitude: '-1.4870' }),
    exampleHousehold(12, { ...inHarbour, longitude: '-1.4855' }),
    exampleHousehold(13, { ...inHarbour, longitude: '-1.4810' }),
  ])
  expect(kinds(warnings)).toEqual([['household outside its ward', 2]])
  expect(warnings[0]?.hint).toBe('2 of 13 households lie more than 250 metres outside the ward that they name.')
  expect(warnings[0]?.listed).toMatchObject([
    { row: 13, column: 'longitude, latitude', value: '-1.4855, 54.005' },
    { row: 14 },
  ])
  expect(warnings[0]?.listed[0]?.expected).toContain('Harbour')
})

test('asks whether wards are mixed up where most households of one lie in another', async () => {
  const { warnings } = await bench().importExample(exampleHouseholds(12), {
    wardsFile: await wardsFile({ ...harbour, west: mill.west }, { ...mill, west: harbour.west }),
  })
  expect(kinds(warnings)).toEqual([['household outside its ward', expect.any(Number)]])
  expect(warnings[0]?.hint).toContain('Harbour (E05999001)')
  expect(warnings[0]?.hint).toContain('most do: are codes or shapes of wards mixed up?')
})

import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { WardGeometry } from '#contract/households/map'
import { EXAMPLE_WARDS, exampleWardFeature, wardsGeoJson } from './testing/exampleFiles'
import { authority, collection, polygon, shaped, square, wardReaderForEachTest } from './testing/wardFiles'

const read = wardReaderForEachTest()

const [harbour, mill] = EXAMPLE_WARDS

test("takes the names of the map's answers", async () => {
  const feature = exampleWardFeature(harbour, {
    ward_code: 'W05999001',
    ward_name: 'Harbour',
    ward_name_welsh: 'Yr Harbwr ŵ',
    local_authority_code: 'W06999999',
    local_authority_name: 'Example',
    local_authority_name_welsh: 'Enghraifft',
    longitude: -1.491,
    latitude: 54.001,
  })
  const { wards, faults } = await read(collection([feature]))
  expect(faults).toEqual([])
  expect(wards).toMatchObject([
    {
      code: 'W05999001',
      name: 'Harbour',
      nameWelsh: 'Yr Harbwr ŵ',
      localAuthorityCode: 'W06999999',
      localAuthorityName: 'Example',
      localAuthorityNameWelsh: 'Enghraifft',
      longitude: -1.491,
      latitude: 54.001,
    },
  ])
})

test.each(['19', '23', '31'])("takes the ONS's names of 20%s", async (year) => {
  const properties = {
    FID: 1,
    [`WD${year}CD`]: 'E05999001',
    [`WD${year}NM`]: 'Harbour',
    [`WD${year}NMW`]: ' ',
    [`LAD${year}CD`]: 'E07999999',
    [`LAD${year}NM`]: 'Exampleshire',
    BNG_E: 400000,
    LONG: '-1.4951',
    LAT: '54.0051',
  }
  const { wards } = await read(collection([exampleWardFeature(harbour, properties)]))
  expect(wards).toMatchObject([
    { code: 'E05999001', name: 'Harbour', nameWelsh: '', localAuthorityName: 'Exampleshire', longitude: -1.4951 },
  ])
})

test('takes area_code, area_name, lon and lat, and the local authority of the command line', async () => {
  const properties = { area_code: 'E05999002', area_name: 'Mill & Bridge', lon: '-1.485', lat: '54.005' }
  const { wards } = await read(collection([exampleWardFeature(mill, properties)]), {
    code: 'E07',
    name: 'Exampleshire',
  })
  expect(wards).toMatchObject([
    { code: 'E05999002', name: 'Mill & Bridge', localAuthorityCode: 'E07', longitude: -1.485, latitude: 54.005 },
  ])
})

test('warns of a ward whose name was read in another character set', async () => {
  const { wards, warnings } = await read(wardsGeoJson([mill, { ...harbour, name: 'Ynys MÃ´n' }]))
  expect(wards).toHaveLength(2)
  expect(warnings).toMatchObject([{ kind: 'doubtful ward', count: 1, listed: [{ row: 2, column: 'ward_name' }] }])
})

test('counts a ward that is given twice once, and sorts by code', async () => {
  const { wards } = await read(wardsGeoJson([mill, harbour, mill, harbour]))
  expect(wards.map((ward) => ward.code)).toEqual(['E05999001', 'E05999002'])
})

const named = (name: string) => ({ type: 'name', properties: { name } })

test('takes wards in WGS84 that say so', async () => {
  const { wards } = await read(collection([shaped(polygon(square(0, 50, 1)))], { crs: named('EPSG:4326') }))
  expect(wards).toHaveLength(1)
})

test('refuses another crs by its name, with the command that converts it', async () => {
  const { faults } = await read(
    collection([shaped(polygon(square(0, 50, 1)))], { crs: named('urn:ogc:def:crs:EPSG::27700') }),
  )
  expect(faults).toMatchObject([{ kind: 'unreadable file', count: 1 }])
  expect(faults[0]?.listed[0]?.expected).toContain('EPSG::27700')
  expect(faults[0]?.listed[0]?.expected).toContain('ogr2ogr -f GeoJSON -t_srs EPSG:4326 ')
})

const esriRings = { rings: [square(0, 50, 1)] }
const line = { type: 'LineString', coordinates: square(0, 50, 1) }

test.each<[string, string, string, string]>([
  [
    'Esri JSON',
    JSON.stringify({ features: [{ attributes: { WD25CD: 'E1' }, geometry: esriRings }] }),
    'Esri JSON',
    'ogr2ogr -f GeoJSON -t_srs',
  ],
  [
    'Esri JSON without wards',
    JSON.stringify({ geometryType: 'esriGeometryPolygon', features: [] }),
    'Esri JSON',
    'ogr2ogr',
  ],
  ['TopoJSON', JSON.stringify({ type: 'Topology', objects: {}, arcs: [] }), 'TopoJSON', 'ogr2ogr -f GeoJSON -a_srs'],
  ['KML', '\ufeff<?xml version="1.0"?><kml/>', 'KML', 'ogr2ogr'],
  ['GeoJSONSeq', [line, line].map((one) => `\u001E${JSON.stringify(shaped(one))}\n`).join(''), 'GeoJSONSeq', 'ogr2ogr'],
  ['a ZIP file', 'PK\x03\x04', 'not GeoJSON', 'ogr2ogr'],
  ['lines', collection([shaped(line), shaped(line, { ward_code: 'E2' })]), 'no lines', '-nlt POLYGON'],
  ['the national grid', collection([shaped(polygon(square(380_000, 390_000, 500)))]), 'WGS84', '-s_srs EPSG:27700'],
])('refuses %s once, with the command that converts it', async (_, content, words, command) => {
  const { faults } = await read(content)
  expect(faults).toMatchObject([{ count: 1, listed: [{ row: null }] }])
  expect(faults[0]?.listed[0]?.expected).toContain(words)
  expect(faults[0]?.listed[0]?.expected).toContain(command)
})

test('reads a gzipped file as it reads the plain one, and says that one breaks off', async () => {
  const plain = await read(wardsGeoJson())
  const folded = gzipSync(wardsGeoJson())
  expect(await read(folded)).toEqual(plain)
  expect(plain.wards).toHaveLength(2)
  expect((await read(folded.subarray(0, 60))).faults).toMatchObject([{ kind: 'truncated gzip', count: 1 }])
})

test.each<[string, Record<string, unknown>, string]>([
  ['a code', { ward_name: 'A', ...authority }, 'ward_code'],
  ['a name', { ward_code: 'E1', ...authority }, 'ward_name'],
  [
    'numbers for its centroid',
    { ward_code: 'E1', ward_name: 'A', ...authority, lon: 'west', lat: 54 },
    'longitude, latitude',
  ],
])('refuses a ward without %s', async (_, properties, column) => {
  const { faults } = await read(collection([exampleWardFeature(harbour, properties)]))
  expect(faults).toMatchObject([{ kind: 'bad ward', count: 1, listed: [{ row: 1, column }] }])
})

test('says once that no ward names its local authority, and names the wards where only some do not', async () => {
  const without = exampleWardFeature(harbour, { ward_code: 'E1', ward_name: 'A' })
  const none = await read(collection([without, without]))
  expect(none.faults).toMatchObject([{ kind: 'bad ward', count: 1, listed: [{ row: null, value: null }] }])
  expect(none.faults[0]?.listed[0]?.expected).toContain('--local-authority')
  const withIt = exampleWardFeature(harbour, { ward_code: 'E2', ward_name: 'B', ...authority })
  const some = await read(collection([withIt, without]))
  expect(some.faults).toMatchObject([{ count: 1, listed: [{ row: 2, column: 'local_authority_code' }] }])
})

test.each<[string, unknown]>([
  ['no geometry', null],
  ['a point', { type: 'Point', coordinates: [0, 50] }],
  ['an empty polygon', { type: 'Polygon', coordinates: [] }],
  [
    'a ring of two points',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 50],
          [1, 51],
        ],
      ],
    },
  ],
])('refuses a ward with %s', async (_, geometry) => {
  const { faults } = await read(
    collection([{ type: 'Feature', properties: { ward_code: 'E1', ward_name: 'A', ...authority }, geometry }]),
  )
  expect(faults).toMatchObject([{ kind: 'bad ward', listed: [{ column: 'geometry' }] }])
})

test.each<[string, string | Uint8Array, string]>([
  ['nothing in it', '', 'no rows'],
  ['no wards', collection([]), 'no rows'],
  ['JSON that breaks off', '{"type": "FeatureCollection", "feat', 'unreadable file'],
  ['other JSON', '{"households": 3}', 'unreadable file'],
  ['a ZIP file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'unreadable file'],
  ['Latin 1', Buffer.from(wardsGeoJson([{ ...harbour, name: 'Café' }]), 'latin1'), 'not UTF-8'],
])('refuses a wards file with %s', async (_, content, kind) => {
  const { wards, faults } = await read(content)
  expect(wards).toEqual([])
  expect(faults).toMatchObject([{ kind, count: 1 }])
})

const pointsOf = (wards: readonly { geometry: WardGeometry }[]) =>
  wards.map(({ geometry: { type, coordinates } }) => coordinates.flat(type === 'Polygon' ? 1 : 2).length)

test('draws wards to a metre', async () => {
  const { wards } = await read(wardsGeoJson(EXAMPLE_WARDS, 400))
  for (const points of pointsOf(wards)) expect(points).toBeLessThan(20)
  expect(wards[0]?.geometry.coordinates.flat()).toContainEqual([-1.49, 54.01])
})

/** Rings whose points lie so many metres beside their neighbours, in degrees of latitude. */
const jagged = (points: number, metres: number) =>
  Array.from({ length: points + 1 }, (_, point) => {
    const angle = (2 * Math.PI * (point % points)) / points
    const radius = 0.5 + (point % 2) * metres * 0.00001
    return [radius * Math.cos(angle), 54 + radius * Math.sin(angle)]
  })

const wardOf = (code: string, ring: number[][]) => ({
  type: 'Feature',
  properties: { ward_code: code, ward_name: code, ...authority },
  geometry: { type: 'Polygon', coordinates: [ring] },
})

test('draws a ward more coarsely that would have too many points, and the others as they are', async () => {
  const { wards, faults } = await read(collection([wardOf('E1', jagged(15_000, 5)), wardOf('E2', jagged(5_000, 5))]))
  expect(faults).toEqual([])
  const [first, second] = pointsOf(wards)
  expect(first).toBeLessThan(10_000)
  expect(second).toBe(5_001)
})

test('draws all more coarsely where they have too many points together', async () => {
  const features = Array.from({ length: 6 }, (_, index) => wardOf(`E${index}`, jagged(9_000, 5)))
  const { wards } = await read(collection(features))
  expect(pointsOf(wards).reduce((sum, points) => sum + points, 0)).toBeLessThan(40_000)
})

test('leaves out islands of less than a metre, and keeps a ward that is no larger', async () => {
  const islet = jagged(100, 0).map(([x = 0, y = 0]) => [x * 0.000001, 54 + (y - 54) * 0.000001])
  const mainland = exampleWardFeature(harbour, {}).geometry.coordinates
  const both = { ...wardOf('E1', []), geometry: { type: 'MultiPolygon', coordinates: [[islet], mainland] } }
  const { wards } = await read(collection([both, wardOf('E2', islet)]))
  expect(pointsOf(wards)).toEqual([5, 5])
})

test.each([
  ['more than 2,000 wards', Array.from({ length: 2_001 }, (_, index) => wardOf(`E${index}`, jagged(4, 0)))],
  [
    'more points than can be left out',
    Array.from({ length: 5 }, (_, index) => wardOf(`E${index}`, jagged(9_000, 500))),
  ],
  ['a name of more than 200 characters', [wardOf('E1', jagged(4, 0))]],
])('refuses a file with %s', async (_, features) => {
  const [first] = features
  if (features.length === 1 && first) first.properties.ward_name = 'x'.repeat(201)
  const { wards, faults } = await read(collection(features))
  expect(wards).toEqual([])
  expect(faults).toMatchObject([{ count: 1 }])
})

test.each(['Har\0bour', 'Har\ud800bour', 'Har\u001b[31mbour'])(
  'refuses a name of %j, which PostgreSQL does not store or terminals obey',
  async (name) => {
    const { wards, faults } = await read(collection([shaped(polygon(square(-1.5, 54, 0.01)), { ward_name: name })]))
    expect(wards).toEqual([])
    expect(faults).toMatchObject([
      { kind: 'bad ward', listed: [{ value: 'E1', expected: 'a code and names without control characters' }] },
    ])
  },
)

test('shows signs in place of the NULs that the parser quotes of a file in UTF-16', async () => {
  const { faults } = await read(Buffer.from(wardsGeoJson(), 'utf16le').swap16())
  expect(faults[0]?.listed[0]?.expected).toMatch(/^The file is not valid JSON: .*␀/)
})

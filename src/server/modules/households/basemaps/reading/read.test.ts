import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readThemes, type ThemeFiles } from './read'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-basemap-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const NO_FILES: ThemeFiles = { roads: [], railways: [], water: [], green: [], builtUp: [], places: [] }
let files = 0
/** Writes a file of its own. */
async function file(content: string | Buffer): Promise<string> {
  const path = join(folder, `${(files += 1)}.geojson`)
  await writeFile(path, content)
  return path
}
const read = async (theme: keyof ThemeFiles, content: string | Buffer, bounds?: Parameters<typeof readThemes>[1]) =>
  readThemes({ ...NO_FILES, [theme]: [await file(content)] }, bounds)

const feature = (type: string, coordinates: unknown, properties: object | null = null) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
const LINE = [
  [-2.3, 53.4],
  [-2.29, 53.41],
]
const SQUARE = [
  [
    [-2.3, 53.4],
    [-2.29, 53.4],
    [-2.29, 53.41],
    [-2.3, 53.4],
  ],
]

describe('what a theme becomes', () => {
  it.each([
    ['roads', feature('LineString', LINE, { class: 'A Road', name1: 'Chester Road' }), 'main_road', 'Chester Road'],
    [
      'roads',
      feature('LineString', LINE, { road_classification: 'Motorway', road_classification_number: 'M60' }),
      'main_road',
      'M60',
    ],
    ['roads', feature('LineString', LINE, { highway: 'residential', name: 'Abbey Road' }), 'street', 'Abbey Road'],
    ['roads', feature('LineString', LINE, { highway: 'footway' }), 'path', ''],
    ['roads', feature('Point', LINE[0], { name: 'Acacia Avenue' }), 'street', 'Acacia Avenue'],
    ['railways', feature('LineString', LINE), 'railway', ''],
    [
      'railways',
      feature('Point', [-2.3, 53.4], { name: 'Sale', type: 'Light Rapid Transit Station' }),
      'railway',
      'Sale',
    ],
    ['water', feature('Polygon', SQUARE, { name: 'Sale Water Park' }), 'water', 'Sale Water Park'],
    ['green', feature('MultiPolygon', [SQUARE], { distName1: 'Longford Park' }), 'park', 'Longford Park'],
    ['builtUp', feature('Polygon', SQUARE, { name: 'Sale' }), 'built_up', ''],
    ['places', feature('Point', LINE[0], { type: 'Town', name1: 'Sale' }), 'place', 'Sale'],
  ] as const)('%s: %j is a %s', async (theme, given, kind, name) => {
    expect(await read(theme, collection(given))).toMatchObject([{ properties: { kind, name } }])
  })

  it('names small places as such, and no hills', async () => {
    const point = (type: string) => feature('Point', LINE[0], { type, name: type })
    const places = await read('places', collection(point('Suburban Area'), point('Landform')))
    expect(places.map(({ properties }) => properties)).toEqual([
      { kind: 'place', name: 'Suburban Area', is_small: true },
    ])
  })

  it('joins the pieces of a road, and leaves out points that change nothing', async () => {
    const piece = (...xs: number[]) =>
      feature(
        'LineString',
        xs.map((x) => [x, 53.4]),
        { name: 'Long Lane' },
      )
    const [road, ...others] = await read(
      'roads',
      collection(piece(-2.31, -2.3), piece(-2.29, -2.295, -2.3), piece(-2.32, -2.31)),
    )
    expect(others).toEqual([])
    expect(road?.geometry).toMatchObject({ type: 'LineString' })
    expect([road?.geometry.coordinates[0], road?.geometry.coordinates.at(-1)].sort()).toEqual([
      [-2.29, 53.4],
      [-2.32, 53.4],
    ])
    expect(JSON.stringify(road)).not.toContain('-2.295')
  })

  it('leaves out what lies far from the wards', async () => {
    const bounds = { west: -2.4, south: 53.3, east: -2.2, north: 53.5 }
    const far = feature('LineString', [
      [0, 51],
      [0.1, 51],
    ])
    expect(await read('roads', collection(feature('LineString', LINE), far), bounds)).toHaveLength(1)
    await expect(read('roads', collection(far), bounds)).rejects.toThrow('Nothing in the files lies near')
  })
})

describe('files that cannot be taken are refused in words', () => {
  const line = feature('LineString', LINE)
  it.each([
    ['is empty', '', 'is empty.'],
    ['is no JSON', 'roads', 'is not valid JSON'],
    ['is one feature', JSON.stringify(line), 'is not a GeoJSON FeatureCollection'],
    ['breaks off', collection(line).slice(0, -2), 'breaks off before its end'],
    ['breaks off in a feature', collection(line).slice(0, -20), 'breaks off before its end'],
    ['holds something else', collection(7), 'nothing that can be drawn'],
    ['holds no feature', collection({ type: 'Bench' }), 'feature 1, is not a GeoJSON feature'],
    ['holds areas', collection(line, feature('Polygon', SQUARE)), 'feature 2, is a Polygon, where lines'],
    [
      'is a grid',
      collection(
        feature('LineString', [
          [377000, 393000],
          [377100, 393100],
        ]),
      ),
      'ogr2ogr -f GeoJSON -t_srs EPSG:4326',
    ],
    [
      'says that it is a grid',
      JSON.stringify({
        type: 'FeatureCollection',
        crs: { type: 'name', properties: { name: 'EPSG:27700' } },
        features: [line],
      }),
      'is in EPSG:27700',
    ],
    [
      'is not in UTF-8',
      Buffer.concat([Buffer.from(collection(line).slice(0, -40)), Buffer.from([0xff])]),
      'breaks off',
    ],
    [
      'has a name in Latin 1',
      Buffer.from(collection(feature('LineString', LINE, { name: 'Caffè' })), 'latin1'),
      'is not in UTF-8',
    ],
    ['nests without end', `{"type":"FeatureCollection","features":[${'['.repeat(2_000_000)}`, 'breaks off'],
    [
      'holds one huge feature',
      `{"type":"FeatureCollection","features":[{"a":"${'x'.repeat(17 * 1024 ** 2)}"}]}`,
      'more than 16 MB',
    ],
    [
      'holds much else',
      `{"type":"FeatureCollection","note":"${'x'.repeat(70_000)}","features":[]}`,
      'much beside its features',
    ],
  ])('one that %s', async (_, content, words) => {
    await expect(read('roads', content)).rejects.toThrow(words)
  })

  it('those with more than a browser draws', async () => {
    const reading = async (most: { features: number; positions: number }) =>
      readThemes(
        { ...NO_FILES, roads: [await file(collection(line, line)), await file(collection(line))] },
        undefined,
        most,
      )
    await expect(reading({ features: 2, positions: 10 })).rejects.toThrow('Clip the files')
    await expect(reading({ features: 3, positions: 5 })).rejects.toThrow('Clip the files')
    await expect(reading({ features: 3, positions: 6 })).resolves.toBeTruthy()
  })

  it('one that is not there', async () => {
    await expect(readThemes({ ...NO_FILES, roads: [join(folder, 'none')] }, undefined)).rejects.toThrow(
      'cannot be read',
    )
  })
})

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { basemapFeatureSchema } from '#contract/map'
import { COUNCILS, type Council } from '../councils'
import { wardsGeoJson } from '../files'
import { buildPlace, type Place } from './place'
import { area, contains, type Point } from './plane'

const council = (slug: string): Council => COUNCILS.find((each) => each.slug === slug)!
const build = (slug: string): Place => buildPlace(council(slug).plan, council(slug).homes)
const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const withoutTerrain = ({ basemap, wards, homes }: Place): unknown => ({ basemap, wards, homes })

const places = new Map<string, Place>()
beforeAll(() => {
  for (const { slug } of COUNCILS) places.set(slug, build(slug))
}, 120_000)

describe.each(['northmere', 'glanmor'])('the place %s', (slug) => {
  const place = (): Place => places.get(slug)!

  it('has its size: homes, wards, and about ten kilometres across', () => {
    const size = { northmere: { homes: 18_200, wards: 20 }, glanmor: { homes: 6_070, wards: 12 } }[slug]!
    expect(place().homes).toHaveLength(size.homes)
    expect(place().wards).toHaveLength(size.wards)
    const latitudes = place().wards.flatMap(({ ring }) => ring.map(([, latitude]) => latitude))
    const kilometres = (Math.max(...latitudes) - Math.min(...latitudes)) * 111.2
    expect(kilometres).toBeGreaterThan(8)
    expect(kilometres).toBeLessThan(13)
  })

  it('gives every ward households, a name and a fictional code in the ONS’s shape', () => {
    const inhabited = new Set(place().homes.map(({ ward }) => ward.code))
    for (const { code, name } of place().wards) {
      expect(code).toMatch(slug === 'northmere' ? /^E0599\d{4}$/ : /^W0599\d{4}$/)
      expect(name).not.toBe('')
      expect(inhabited).toContain(code)
    }
  })

  it('puts each household into the ward whose polygon holds it, and into no other', () => {
    for (const { longitude, latitude, ward } of place().homes) {
      const holding = place().wards.filter(({ ring }) => contains(ring, [longitude, latitude]))
      expect(holding.map(({ code }) => code)).toEqual([ward.code])
    }
  })

  it('tiles the borough: each ward’s edge is another ward’s, or the borough’s', () => {
    const key = (point: readonly number[]): string => point.join(' ')
    const edges = new Set<string>()
    for (const { ring } of place().wards)
      ring.slice(1).forEach((point, index) => {
        const edge = `${key(ring[index]!)}>${key(point)}`
        expect(edges.has(edge)).toBe(false)
        edges.add(edge)
      })
    const outline = new Map<string, string>()
    for (const edge of edges) {
      const [from, to] = edge.split('>')
      if (!edges.has(`${to!}>${from!}`)) outline.set(from!, to!)
    }
    const [start] = outline.keys()
    const ring: Point[] = []
    let here = start!
    do {
      const [x, y] = here.split(' ').map(Number)
      ring.push([x!, y!])
      here = outline.get(here)!
    } while (here !== start && ring.length <= outline.size)
    // One outline, with nothing left over: no gap within, no island without.
    expect(ring).toHaveLength(outline.size)
    const sum = place().wards.reduce((total, ward) => total + area(ward.ring.slice(1)), 0)
    expect(sum / area(ring)).toBeCloseTo(1, 9)
  })

  it('lets nobody live in water or in a park', () => {
    const ground = place().basemap.flatMap(({ geometry, properties: { kind } }) =>
      geometry.type === 'Polygon' && (kind === 'water' || kind === 'park') ? [geometry.coordinates[0]!] : [],
    )
    const rings = ground.map((ring) => ring.map(([x, y]): Point => [x, y]))
    expect(rings.length).toBeGreaterThan(8)
    const wet = place().homes.filter(({ longitude, latitude }) => rings.some((ring) => contains(ring, [longitude, latitude])))
    expect(wet).toEqual([])
  })

  it('has buildings where several households share a point', () => {
    const perPoint = new Map<string, number>()
    for (const { longitude, latitude } of place().homes) {
      const point = `${longitude} ${latitude}`
      perPoint.set(point, (perPoint.get(point) ?? 0) + 1)
    }
    expect(Math.max(...perPoint.values())).toBeGreaterThanOrEqual(5)
    expect(perPoint.size).toBeGreaterThan(place().homes.length * 0.6)
  })

  it('gives every home an address of its own, on a street with one name', () => {
    const addresses = place().homes.map(({ address, neighbourhood }) => `${address}, ${neighbourhood.name}`)
    expect(new Set(addresses).size).toBe(addresses.length)
    const names = (wanted: string): string[] =>
      place().basemap.flatMap(({ properties: { kind, name } }) => (kind === wanted ? [name] : []))
    const streets = names('street')
    expect(new Set(streets).size).toBe(streets.length)
    expect(streets).not.toContain('')
    expect(streets.filter((name) => names('main_road').includes(name))).toEqual([])
  })

  it('draws a street map: streets, main roads, a river, a railway, parks, built-up areas, names', () => {
    const kinds = place().basemap.map(({ properties: { kind } }) => kind)
    for (const kind of ['water', 'park', 'built_up', 'main_road', 'street', 'path', 'railway', 'place']) {
      expect(kinds).toContain(kind)
    }
    expect(kinds.filter((kind) => kind === 'street').length).toBeGreaterThan(400)
    for (const feature of place().basemap) basemapFeatureSchema.parse(feature)
  })

  it('is light to send', () => {
    const basemap = JSON.stringify(place().basemap)
    expect(basemap.length).toBeLessThan(1_500_000)
    expect(gzipSync(basemap).length).toBeLessThan(300_000)
    expect(JSON.stringify(wardsGeoJson(place())).length).toBeLessThan(300_000)
  })
})

describe('names', () => {
  it('has Welsh ward names with ŵ and ŷ in Glanmor, and none in Northmere', () => {
    const welsh = places.get('glanmor')!.wards.map((ward) => ward.welsh)
    expect(welsh.every((name) => name !== '')).toBe(true)
    expect(welsh.join()).toMatch(/ŵ/)
    expect(welsh.join()).toMatch(/[ŷŶ]/)
    expect(places.get('northmere')!.wards.every((ward) => ward.welsh === '')).toBe(true)
  })

  it('uses postcodes that no real place has', () => {
    for (const { postcode } of places.get('northmere')!.homes) expect(postcode).toMatch(/^ZE[6-9]\d \d[A-Z]{2}$/)
    for (const { postcode } of places.get('glanmor')!.homes) expect(postcode).toMatch(/^LD[6-9]\d \d[A-Z]{2}$/)
  })
})

describe('chance', () => {
  it('makes the same place every time, whatever the clock and Math.random say', () => {
    vi.spyOn(Math, 'random').mockImplementation(() => {
      throw new Error('Math.random was asked.')
    })
    vi.useFakeTimers({ now: new Date('2031-02-03'), toFake: ['Date'] })
    const again = build('glanmor')
    vi.useRealTimers()
    vi.restoreAllMocks()
    expect(hash(withoutTerrain(again))).toBe(hash(withoutTerrain(places.get('glanmor')!)))
  }, 60_000)
})

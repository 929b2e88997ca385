import { z } from 'zod'
import type { BasemapFeature } from '#contract/households/map'
import { BasemapFault, notDegrees } from './geojson'
import { simplified, type LineString } from './simplify'

export const THEMES = ['roads', 'railways', 'water', 'green', 'builtUp', 'places'] as const
export type Theme = (typeof THEMES)[number]

type Kind = BasemapFeature['properties']['kind']
type Shape = BasemapFeature['geometry']['type']

const degrees = z.number()
const positionSchema = z.tuple([degrees, degrees], z.unknown()).transform(([x, y]): LineString[number] => [x, y])
const lineSchema = z.array(positionSchema)
const polygonSchema = z.array(lineSchema)

const featureSchema = z.object({
  type: z.literal('Feature'),
  properties: z.record(z.string(), z.unknown()).nullable(),
  geometry: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('Point'), coordinates: positionSchema }),
      z.object({ type: z.literal('MultiPoint'), coordinates: lineSchema }),
      z.object({ type: z.literal('LineString'), coordinates: lineSchema }),
      z.object({ type: z.literal('MultiLineString'), coordinates: z.array(lineSchema) }),
      z.object({ type: z.literal('Polygon'), coordinates: polygonSchema }),
      z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygonSchema) }),
    ])
    .nullable(),
})

const SHAPES: Record<Theme, { readonly shapes: readonly Shape[]; readonly words: string }> = {
  roads: { shapes: ['LineString', 'Point'], words: 'lines, or points with a name' },
  railways: { shapes: ['LineString', 'Point'], words: 'lines, or points with a name' },
  water: { shapes: ['LineString', 'Polygon'], words: 'lines or areas' },
  green: { shapes: ['Polygon'], words: 'areas' },
  builtUp: { shapes: ['Polygon'], words: 'areas' },
  places: { shapes: ['Point'], words: 'points' },
}

const CLASS_KEYS = ['class', 'roadclassification', 'type', 'highway', 'fclass', 'function', 'localtype']
const NAME_KEYS = ['name', 'name1', 'distname1', 'distinctivename1', 'roadname']
const NUMBER_KEYS = ['ref', 'roadnumber', 'roadclassificationnumber', 'number']

const MAIN_ROADS = /^(motorway|trunk|primary|secondary|a road|b road|primary road)/
const PATHS = /^(path|footway|cycleway|track|steps|pedestrian|bridleway|towpath)/
const SETTLEMENTS = /^(city|town|village|capital)/
const SMALL_SETTLEMENTS = /^(hamlet|suburb|ward|neighbourhood|locality|small settlement|other settlement)/

const MAX_PER_NAME = 100

/**
 * Multiple geometries separately; empty where the map does not draw it.
 * @param place names the feature in a fault
 * @throws BasemapFault
 */
export function listThemeParts(theme: Theme, feature: unknown, place: string): BasemapFeature[] {
  const parsed = featureSchema.safeParse(feature)
  if (!parsed.success) throw new BasemapFault(`${place} is not a GeoJSON feature with a point, line or area.`)
  const { geometry, properties } = parsed.data
  if (geometry === null) return []
  const drawn = drawnAs(theme, texts(properties ?? {}))
  if (!drawn) return []
  return listGeometries(geometry, place).flatMap((part) => {
    if (!SHAPES[theme].shapes.includes(part.type))
      throw new BasemapFault(`${place} is a ${part.type}, where ${SHAPES[theme].words} are expected.`)
    if (part.type === 'Point' && drawn.name === '') return []
    return [{ type: 'Feature', geometry: part, properties: drawn }]
  })
}

type Geometry = NonNullable<z.infer<typeof featureSchema>['geometry']>

function listGeometries(geometry: Geometry, place: string): BasemapFeature['geometry'][] {
  const line = (positions: LineString, isRing: boolean): LineString => {
    if (positions.some(([x, y]) => !(Math.abs(x) <= 180 && Math.abs(y) <= 90))) throw notDegrees(place)
    return simplified(positions, isRing)
  }
  const points = (all: LineString) => line(all, false).map((coordinates) => ({ type: 'Point' as const, coordinates }))
  const lines = (all: readonly LineString[]) =>
    all
      .map((each) => line(each, false))
      .filter(({ length }) => length >= 2)
      .map((coordinates) => ({ type: 'LineString' as const, coordinates }))
  const areas = (all: readonly (readonly LineString[])[]) =>
    all
      .map((rings) => rings.map((ring) => line(ring, true)))
      .map(([outer = [], ...holes]) => [outer, ...holes.filter(({ length }) => length >= 4)])
      .filter(([outer = []]) => outer.length >= 4)
      .map((coordinates) => ({ type: 'Polygon' as const, coordinates }))
  switch (geometry.type) {
    case 'Point':
      return points([geometry.coordinates])
    case 'MultiPoint':
      return geometry.coordinates.flatMap((each) => points([each]))
    case 'LineString':
      return lines([geometry.coordinates])
    case 'MultiLineString':
      return lines(geometry.coordinates)
    case 'Polygon':
      return areas([geometry.coordinates])
    case 'MultiPolygon':
      return areas(geometry.coordinates)
  }
}

interface Texts {
  readonly kind: string
  readonly name: string
  readonly number: string
}

function texts(properties: Record<string, unknown>): Texts {
  const known = new Map(
    Object.entries(properties).map(([key, value]) => [key.toLowerCase().replaceAll('_', ''), value]),
  )
  const first = (keys: readonly string[]) => {
    for (const key of keys) {
      const value = known.get(key)
      if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, MAX_PER_NAME)
    }
    return ''
  }
  return { kind: first(CLASS_KEYS).toLowerCase(), name: first(NAME_KEYS), number: first(NUMBER_KEYS) }
}

function drawnAs(theme: Theme, { kind, name, number }: Texts): BasemapFeature['properties'] | undefined {
  const as = (drawn: Kind, words = name) => ({ kind: drawn, name: words })
  switch (theme) {
    case 'roads':
      if (MAIN_ROADS.test(kind)) return as('main_road', name || number)
      return as(PATHS.test(kind) ? 'path' : 'street')
    case 'railways':
      return as('railway')
    case 'water':
      return as('water')
    case 'green':
      return as('park')
    case 'builtUp':
      return as('built_up', '')
    case 'places':
      if (SMALL_SETTLEMENTS.test(kind) || kind.startsWith('suburb')) return { ...as('place'), is_small: true }
      // Gazetteers hold hills, woods and junctions too.
      return kind === '' || SETTLEMENTS.test(kind) ? as('place') : undefined
  }
}

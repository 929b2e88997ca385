/** One set of rules for the server's features and Protomaps' tiles. */
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { Basemap, BASEMAP_KINDS } from '#contract/households/map'
import { readTokens } from '../layers/palette'

const TOKENS = {
  ground: '--color-map-ground',
  builtUp: '--color-map-built-up',
  park: '--color-map-park',
  water: '--color-map-water',
  road: '--color-map-road',
  roadEdge: '--color-map-road-edge',
  mainRoad: '--color-map-main-road',
  mainRoadEdge: '--color-map-main-road-edge',
  path: '--color-map-path',
  railway: '--color-map-railway',
  text: '--color-map-text',
  textHalo: '--color-map-text-halo',
  waterText: '--color-map-water-text',
  parkText: '--color-map-park-text',
}

export type BasemapColours = Readonly<Record<keyof typeof TOKENS, string>>

/** `_isDark` is a memo dependency. */
export const readBasemapColours = (_isDark: boolean): BasemapColours => readTokens(TOKENS, (colour) => colour)

/** The tiles' layer, and its kinds unless all. */
type TileLayer = readonly [layer: string, ...kinds: string[]]

interface Ruled {
  readonly id: string
  readonly kind: (typeof BASEMAP_KINDS)[number]
  readonly shape?: 'Point' | 'LineString' | 'Polygon'
  readonly tiles?: TileLayer
  /** The equivalent in archives before Protomaps version 4. */
  readonly olderTiles?: TileLayer
  readonly colour: keyof BasemapColours
  readonly minZoom?: number
}

/** `width`: alternating zooms and pixels, `[10, 1, 14, 5]`. */
type Rule =
  | (Ruled & { readonly draw: 'fill' })
  | (Ruled & { readonly draw: 'line'; readonly width: readonly number[]; readonly dashes?: readonly number[] })
  | (Ruled & { readonly draw: 'name'; readonly size: number; readonly along?: true; readonly sign?: string })

const GREEN = ['park', 'forest', 'wood', 'grass', 'grassland', 'meadow', 'nature_reserve', 'cemetery', 'golf_course']
const BUILT_UP = ['landuse', 'residential', 'commercial', 'industrial'] as const
const STREET = { kind: 'street', tiles: ['roads', 'minor_road'] } as const
const MAIN_ROAD = { kind: 'main_road', tiles: ['roads', 'highway', 'major_road', 'medium_road'] } as const
const PATH = { kind: 'path', tiles: ['roads', 'path', 'other'] } as const
const RAILWAY = { kind: 'railway', tiles: ['roads', 'rail'], olderTiles: ['transit', 'railway'] } as const
const PLACE = { kind: 'place', tiles: ['places', 'locality', 'city', 'town', 'village'] } as const
const SMALL_PLACE = { kind: 'place', tiles: ['places', 'neighbourhood', 'suburb'] } as const
const RIVER = {
  kind: 'water',
  shape: 'LineString',
  tiles: ['water', 'river', 'stream', 'canal'],
  olderTiles: ['physical_line', 'waterway'],
} as const
const PARK = { kind: 'park', shape: 'Polygon', tiles: ['landuse', ...GREEN], olderTiles: ['natural'] } as const

/** Lowest first; muted, for the data to stand out. */
const RULES: readonly Rule[] = [
  { id: 'built-up', draw: 'fill', kind: 'built_up', shape: 'Polygon', tiles: BUILT_UP, colour: 'builtUp' },
  { id: 'parks', draw: 'fill', ...PARK, colour: 'park' },
  { id: 'water', draw: 'fill', kind: 'water', shape: 'Polygon', tiles: ['water'], colour: 'water' },
  { id: 'rivers', draw: 'line', ...RIVER, colour: 'water', width: [10, 1.5, 14, 5, 18, 30] },
  { id: 'paths', draw: 'line', ...PATH, colour: 'path', width: [13, 0.5, 16, 1.5, 19, 3], minZoom: 13, dashes: [2, 2] },
  {
    id: 'street-edges',
    draw: 'line',
    ...STREET,
    colour: 'roadEdge',
    width: [11, 0.6, 14, 3.2, 16, 9, 19, 30],
    minZoom: 11,
  },
  {
    id: 'main-road-edges',
    draw: 'line',
    ...MAIN_ROAD,
    colour: 'mainRoadEdge',
    width: [9, 1.6, 12, 3.5, 14, 6.5, 16, 14, 19, 42],
  },
  { id: 'streets', draw: 'line', ...STREET, colour: 'road', width: [11, 0.4, 14, 2.2, 16, 7.5, 19, 28], minZoom: 12 },
  { id: 'main-roads', draw: 'line', ...MAIN_ROAD, colour: 'mainRoad', width: [9, 0.8, 12, 2.3, 14, 5, 16, 12, 19, 39] },
  { id: 'railways', draw: 'line', ...RAILWAY, colour: 'railway', width: [10, 0.8, 14, 1.6, 18, 3], dashes: [4, 2] },
  { id: 'street-names', draw: 'name', ...STREET, colour: 'text', along: true, size: 12, minZoom: 15 },
  { id: 'street-labels', draw: 'name', kind: 'street', shape: 'Point', colour: 'text', size: 12, minZoom: 15 },
  { id: 'main-road-names', draw: 'name', ...MAIN_ROAD, colour: 'text', along: true, size: 13, minZoom: 13 },
  {
    id: 'station-names',
    draw: 'name',
    kind: 'railway',
    shape: 'Point',
    colour: 'text',
    size: 12,
    minZoom: 13,
    sign: '■',
  },
  { id: 'park-names', draw: 'name', kind: 'park', colour: 'parkText', size: 12, minZoom: 14 },
  { id: 'river-names', draw: 'name', ...RIVER, colour: 'waterText', along: true, size: 13, minZoom: 11 },
  { id: 'lake-names', draw: 'name', kind: 'water', shape: 'Polygon', colour: 'waterText', size: 12, minZoom: 12 },
  { id: 'small-place-names', draw: 'name', ...SMALL_PLACE, colour: 'text', size: 12, minZoom: 12 },
  { id: 'place-names', draw: 'name', ...PLACE, colour: 'text', size: 14, minZoom: 9 },
]

const SOURCE = 'streets'

/** Without `glyphs`, MapLibre uses the page's font. */
export function mapStyle(
  { pmtiles_url: url, features }: Omit<Basemap, 'attribution'>,
  colours: BasemapColours,
): StyleSpecification {
  const source: SourceSpecification =
    url === null
      ? { type: 'geojson', data: { type: 'FeatureCollection', features } }
      : { type: 'vector', url: `pmtiles://${new URL(url, location.href).href}` }
  return {
    version: 8,
    sources: { [SOURCE]: source },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } },
      ...RULES.flatMap((rule) =>
        url === null
          ? // Above the data: layers/placeNames.ts.
            rule.kind === 'place'
            ? []
            : [makeLayer(rule, ofFeatures(rule), colours)]
          : [
              ...(rule.tiles ? [makeLayer(rule, ofTiles(rule.tiles), colours)] : []),
              ...(rule.olderTiles
                ? [makeLayer({ ...rule, id: `${rule.id}-older` }, ofTiles(rule.olderTiles), colours)]
                : []),
            ],
      ),
    ],
  }
}

function ofFeatures({ kind, shape }: Rule): { filter: FilterSpecification } {
  const conditions: ExpressionSpecification[] = [['==', ['get', 'kind'], kind]]
  if (shape) conditions.push(['==', ['geometry-type'], shape])
  return { filter: ['all', ...conditions] }
}

/** Called `pmap:kind` before version 4. */
const KIND_OF_TILES: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'pmap:kind'], '']

function ofTiles([layer, ...kinds]: TileLayer) {
  return {
    'source-layer': layer,
    ...(kinds.length > 0 ? { filter: ['in', KIND_OF_TILES, ['literal', kinds]] satisfies FilterSpecification } : {}),
  }
}

/** Base of exponential width growth. */
const GROWTH = 1.6

const growing = (stops: readonly number[]): ExpressionSpecification => [
  'interpolate',
  ['exponential', GROWTH],
  ['zoom'],
  ...stops,
]

const NAME_FONT = 'Inter Variable'
/** Line length before wrapping, in em. */
const NAME_WIDTH = 8
const HALO = 1.5

function makeLayer(
  rule: Rule,
  drawn: { filter?: FilterSpecification; 'source-layer'?: string },
  colours: BasemapColours,
): LayerSpecification {
  const { id, minZoom = 0 } = rule
  const base = { id, source: SOURCE, ...drawn, minzoom: minZoom }
  const colour = colours[rule.colour]
  switch (rule.draw) {
    case 'fill':
      return { ...base, type: 'fill', paint: { 'fill-color': colour } }
    case 'line': {
      const { width, dashes } = rule
      return {
        ...base,
        type: 'line',
        layout: { 'line-cap': dashes ? 'butt' : 'round', 'line-join': 'round' },
        paint: {
          'line-color': colour,
          'line-width': growing(width),
          ...(dashes ? { 'line-dasharray': [...dashes] } : {}),
        },
      }
    }
    case 'name':
      return {
        ...base,
        type: 'symbol',
        layout: {
          'text-field': rule.sign ? ['concat', `${rule.sign}\n`, ['get', 'name']] : ['get', 'name'],
          'text-font': [NAME_FONT],
          'text-size': rule.size,
          'text-max-width': NAME_WIDTH,
          ...(rule.along ? { 'symbol-placement': 'line', 'symbol-spacing': 320 } : {}),
        },
        paint: { 'text-color': colour, 'text-halo-color': colours.textHalo, 'text-halo-width': HALO },
      }
  }
}

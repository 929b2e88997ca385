import type {
  ExpressionSpecification,
  FillLayerSpecification,
  FilterSpecification,
  LineLayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'

/** CSS colours, read from the design tokens. */
export interface BasemapColours {
  readonly ground: string
  readonly builtUp: string
  readonly park: string
  readonly water: string
  readonly road: string
  readonly roadEdge: string
  readonly mainRoad: string
  readonly mainRoadEdge: string
  readonly path: string
  readonly railway: string
  readonly text: string
  readonly textHalo: string
  readonly waterText: string
  readonly parkText: string
}

const TOKENS: Record<keyof BasemapColours, string> = {
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

/** Reads the current scheme's colours; `_isDark` is a memo dependency. */
export function readBasemapColours(_isDark: boolean): BasemapColours {
  const style = getComputedStyle(document.documentElement)
  const read = (colour: keyof BasemapColours) => style.getPropertyValue(TOKENS[colour]).trim()
  return {
    ground: read('ground'),
    builtUp: read('builtUp'),
    park: read('park'),
    water: read('water'),
    road: read('road'),
    roadEdge: read('roadEdge'),
    mainRoad: read('mainRoad'),
    mainRoadEdge: read('mainRoadEdge'),
    path: read('path'),
    railway: read('railway'),
    text: read('text'),
    textHalo: read('textHalo'),
    waterText: read('waterText'),
    parkText: read('parkText'),
  }
}

/** A source and a filter of its features. */
export interface Drawn {
  readonly source: string
  readonly 'source-layer'?: string
  readonly filter?: FilterSpecification
}

/** Alternating zooms and values: `[10, 1, 14, 5]`. */
export type Stops = readonly number[]

/** Base of exponential width growth. */
const GROWTH = 1.6

const growing = (stops: Stops): ExpressionSpecification => ['interpolate', ['exponential', GROWTH], ['zoom'], ...stops]

/** An area in one colour. */
export function fill(id: string, drawn: Drawn, colour: string): FillLayerSpecification {
  return { id, type: 'fill', ...drawn, paint: { 'fill-color': colour } }
}

/** A line whose width in pixels grows with the zoom. */
export function line(
  id: string,
  drawn: Drawn,
  colour: string,
  width: Stops,
  { minZoom = 0, dashes }: { minZoom?: number; dashes?: readonly number[] } = {},
): LineLayerSpecification {
  return {
    id,
    type: 'line',
    ...drawn,
    minzoom: minZoom,
    layout: { 'line-cap': dashes ? 'butt' : 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': growing(width), ...(dashes ? { 'line-dasharray': [...dashes] } : {}) },
  }
}

const NAME_FONT = 'Inter Variable'
/** Line length before wrapping, in em. */
const NAME_WIDTH = 8
const HALO = 1.5

/** The feature's name, on it or along it. */
export function name(
  id: string,
  drawn: Drawn,
  colour: string,
  halo: string,
  { along = false, size, minZoom = 0 }: { along?: boolean; size: number; minZoom?: number },
): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    ...drawn,
    minzoom: minZoom,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [NAME_FONT],
      'text-size': size,
      'text-max-width': NAME_WIDTH,
      ...(along ? { 'symbol-placement': 'line', 'symbol-spacing': 320 } : {}),
    },
    paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': HALO },
  }
}

import type { BASEMAP_KINDS } from '#contract/map'
import type { BasemapColours, Stops } from './styleLayers'

interface Ruled {
  readonly id: string
  readonly kind: (typeof BASEMAP_KINDS)[number]
  readonly shape?: 'Polygon' | 'LineString'
  readonly colour: keyof BasemapColours
  readonly minZoom?: number
}

export type OpenRule =
  | (Ruled & { readonly draw: 'fill' })
  | (Ruled & { readonly draw: 'line'; readonly width: Stops; readonly dashes?: readonly number[] })
  | (Ruled & { readonly draw: 'name'; readonly size: number; readonly along?: true })

/** The open basemap's drawing rules, lowest first; muted so that the data stands out. */
export const OPEN_RULES: readonly OpenRule[] = [
  { id: 'built-up', draw: 'fill', kind: 'built_up', shape: 'Polygon', colour: 'builtUp' },
  { id: 'parks', draw: 'fill', kind: 'park', shape: 'Polygon', colour: 'park' },
  { id: 'water', draw: 'fill', kind: 'water', shape: 'Polygon', colour: 'water' },
  { id: 'rivers', draw: 'line', kind: 'water', shape: 'LineString', colour: 'water', width: [10, 1.5, 14, 5, 18, 30] },
  {
    id: 'paths',
    draw: 'line',
    kind: 'path',
    colour: 'path',
    width: [13, 0.5, 16, 1.5, 19, 3],
    minZoom: 13,
    dashes: [2, 2],
  },
  {
    id: 'street-edges',
    draw: 'line',
    kind: 'street',
    colour: 'roadEdge',
    width: [11, 0.6, 14, 3.2, 16, 9, 19, 30],
    minZoom: 11,
  },
  {
    id: 'main-road-edges',
    draw: 'line',
    kind: 'main_road',
    colour: 'mainRoadEdge',
    width: [9, 1.6, 12, 3.5, 14, 6.5, 16, 14, 19, 42],
  },
  {
    id: 'streets',
    draw: 'line',
    kind: 'street',
    colour: 'road',
    width: [11, 0.4, 14, 2.2, 16, 7.5, 19, 28],
    minZoom: 12,
  },
  {
    id: 'main-roads',
    draw: 'line',
    kind: 'main_road',
    colour: 'mainRoad',
    width: [9, 0.8, 12, 2.3, 14, 5, 16, 12, 19, 39],
  },
  {
    id: 'railways',
    draw: 'line',
    kind: 'railway',
    colour: 'railway',
    width: [10, 0.8, 14, 1.6, 18, 3],
    dashes: [4, 2],
  },
  { id: 'street-names', draw: 'name', kind: 'street', colour: 'text', along: true, size: 12, minZoom: 15 },
  { id: 'main-road-names', draw: 'name', kind: 'main_road', colour: 'text', along: true, size: 13, minZoom: 13 },
  { id: 'park-names', draw: 'name', kind: 'park', colour: 'parkText', size: 12, minZoom: 13 },
  {
    id: 'river-names',
    draw: 'name',
    kind: 'water',
    shape: 'LineString',
    colour: 'waterText',
    along: true,
    size: 13,
    minZoom: 11,
  },
  { id: 'lake-names', draw: 'name', kind: 'water', shape: 'Polygon', colour: 'waterText', size: 12, minZoom: 12 },
  { id: 'place-names', draw: 'name', kind: 'place', colour: 'text', size: 14, minZoom: 9 },
]

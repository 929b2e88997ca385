/** The map of a page: streets, and wards or squares in colours over them. Paper is light, whatever a screen is. */
import type { Area } from '#contract/area'
import type { Basemap, WardGeometry } from '#contract/map'
import type { DrawnItem } from '#contract/mapExports'
import { SMALL, type PublishedCount } from '../../rounding'
import type { Ward } from '../snapshots/wards'
import { shown } from './figures'
import type { Projection } from './projection'
import type { Square } from './squares'

const GROUND = '#f3f2ee'
const WARD_NONE = '#d9dde3'
const WARD_SMALL = '#f1eef8'
const WARD_LOW = [255, 241, 224] as const
const WARD_HIGH = [179, 71, 0] as const
const SQUARES = ['#f7c9de', '#ee94bd', '#de5593', '#b01d64', '#650a40'] as const
const WARD_OPACITY = 0.8
const SQUARE_OPACITY = 0.75

/** Lowest first. `zoom`: from which a kind is drawn. */
const STREETS = [
  { kind: 'built_up', fill: '#eae7e1', zoom: 0 },
  { kind: 'park', fill: '#d8e8cf', zoom: 0 },
  { kind: 'water', fill: '#bcd7e8', stroke: '#bcd7e8', lineWidth: 1.2, zoom: 0 },
  { kind: 'street', stroke: '#dcd7cc', lineWidth: 0.5, zoom: 12 },
  { kind: 'street', stroke: '#cfc9bd', lineWidth: 2.4, zoom: 14 },
  { kind: 'street', stroke: '#ffffff', lineWidth: 1.8, zoom: 14 },
  { kind: 'main_road', stroke: '#c9b98f', lineWidth: 1.6, zoom: 0 },
  { kind: 'main_road', stroke: '#fff6dc', lineWidth: 1, zoom: 0 },
  { kind: 'railway', stroke: '#8f8c94', lineWidth: 0.5, zoom: 0 },
] as const

export interface LegendEntry {
  readonly fill: string
  readonly opacity: number
  readonly words: string
}

/** What a map shows in colours. */
export type MapContent =
  | { readonly view: 'ward'; readonly counts: ReadonlyMap<string, PublishedCount> }
  | { readonly view: 'household'; readonly squares: readonly Square[] }

/** Everything of the map but its labels, and what its colours mean. */
export function mapArt(
  projection: Projection,
  content: MapContent,
  { basemap, wards, area }: { basemap: Basemap; wards: readonly Ward[]; area: Area | null },
): { items: DrawnItem[]; legend: LegendEntry[] } {
  const data =
    content.view === 'ward' ? wardArt(projection, content.counts, wards) : squareArt(projection, content.squares)
  const outlines = wards.map((ward) => ringsOf(ward.geometry))
  const lines =
    content.view === 'ward'
      ? ({ stroke: '#3a2413', lineWidth: 0.7 } as const)
      : ({ stroke: '#8d8377', lineWidth: 0.4 } as const)
  return {
    items: [
      ...streetArt(projection, basemap),
      ...data.items,
      ...outlines.flatMap((rings) => pathItem(projection.path(rings, true), lines)),
      ...(area ?? []).flatMap((rings) => pathItem(projection.path(rings, true), { stroke: '#3d4db7', lineWidth: 1.6 })),
    ],
    legend: data.legend,
  }
}

export const BACKGROUND = GROUND

type Look = Omit<Extract<DrawnItem, { kind: 'path' }>, 'kind' | 'path'>

const pathItem = (path: string, look: Look): DrawnItem[] => (path === '' ? [] : [{ kind: 'path', path, ...look }])

/** The rings of a ward. */
export const ringsOf = (geometry: WardGeometry) =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()

function streetArt(projection: Projection, { features }: Basemap): DrawnItem[] {
  return STREETS.filter(({ zoom }) => projection.zoom >= zoom).flatMap(({ kind, zoom: _zoom, ...look }) => {
    const own = features.filter(({ properties }) => properties.kind === kind)
    const fill = 'fill' in look ? look.fill : undefined
    const stroke = 'stroke' in look ? { stroke: look.stroke, lineWidth: look.lineWidth } : undefined
    const polygons = own.flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? [projection.path(geometry.coordinates, true)] : [],
    )
    const lines = own.flatMap(({ geometry }) =>
      geometry.type === 'LineString' ? [projection.path([geometry.coordinates], false)] : [],
    )
    return [
      ...(fill === undefined ? [] : polygons.flatMap((path) => pathItem(path, { fill }))),
      ...(stroke === undefined ? [] : pathItem(lines.join(''), stroke)),
    ]
  })
}

function wardArt(projection: Projection, counts: ReadonlyMap<string, PublishedCount>, wards: readonly Ward[]) {
  const numbers = [...counts.values()].flatMap((count) => (typeof count === 'number' && count > 0 ? [count] : []))
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const colourOf = (count: PublishedCount) => {
    if (count === SMALL) return WARD_SMALL
    if (count === 0) return WARD_NONE
    const share = least === most ? 0.5 : Math.log(count / least) / Math.log(most / least)
    return `#${WARD_LOW.map((low, channel) => hex(low + ((WARD_HIGH[channel] ?? 0) - low) * share)).join('')}`
  }
  const all = [...counts.values()]
  const steps =
    numbers.length === 0
      ? []
      : [0, 1, 2, 3].map((step) => roundStep(least * (most / least) ** (step / 3), step, [least, most]))
  const entry = (count: PublishedCount, words: string) => ({ fill: colourOf(count), opacity: WARD_OPACITY, words })
  return {
    items: wards.flatMap((ward) =>
      pathItem(projection.path(ringsOf(ward.geometry), true), {
        fill: colourOf(counts.get(ward.code) ?? 0),
        opacity: WARD_OPACITY,
      }),
    ),
    legend: [
      ...(all.includes(0) ? [entry(0, 'None')] : []),
      ...(all.includes(SMALL) ? [entry(SMALL, `${SMALL} (1 to 7)`)] : []),
      ...[...new Set(steps)].map((count) => entry(count, shown(count))),
    ],
  }
}

/** A count between the ends of a legend, as counts are shown. */
const roundStep = (value: number, step: number, [least, most]: readonly [number, number]) =>
  step === 0 ? least : step === 3 ? most : Math.round(Number(value.toPrecision(2)) / 5) * 5

const hex = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')

/** The lowest count that is shown: 8, to the nearest 5. */
const LEAST_SHOWN = 10

function squareArt(projection: Projection, squares: readonly Square[]) {
  const most = squares.reduce((one, { households }) => Math.max(one, households), LEAST_SHOWN)
  const from = [
    ...new Set(
      SQUARES.map((_, step) =>
        step === 0
          ? LEAST_SHOWN
          : Math.round(Number((LEAST_SHOWN * (most / LEAST_SHOWN) ** (step / SQUARES.length)).toPrecision(2)) / 5) * 5,
      ),
    ),
  ]
  // Few classes take the strong colours.
  const colours = SQUARES.slice(SQUARES.length - from.length)
  const colourOf = (households: number) => colours[from.findLastIndex((least) => households >= least)] ?? SQUARES[0]
  return {
    items: squares.flatMap(({ west, south, east, north, households }) =>
      pathItem(
        projection.path(
          [
            [
              [west, north],
              [east, north],
              [east, south],
              [west, south],
            ],
          ],
          true,
        ),
        { fill: colourOf(households), opacity: SQUARE_OPACITY },
      ),
    ),
    legend:
      squares.length === 0
        ? []
        : from.map((least, step) => {
            const next = from[step + 1]
            const words =
              next === undefined
                ? `${shown(least)} or more`
                : next - 5 === least
                  ? shown(least)
                  : `${shown(least)} to ${shown(next - 5)}`
            return { fill: colourOf(least), opacity: SQUARE_OPACITY, words }
          }),
  }
}

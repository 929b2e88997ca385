/** Paper is light, whatever the screen's theme. */
import type { Area } from '#contract/households/area'
import type { Basemap, WardGeometry } from '#contract/households/map'
import type { DrawnItem } from '#contract/households/printedMap'
import { SMALL } from '../../../lib/rounding'
import type { Ward } from '../snapshots/wards'
import { shown } from './figures'
import type { Projection } from './projection'
import type { Square } from './squares'
import type { WardFigure, PublishedWardFigures } from './wardFigures'

const GROUND = '#f3f2ee'
const WARD_NONE = '#d9dde3'
const WARD_SMALL = '#f1eef8'
type Rgb = readonly [number, number, number]
const WARD_LOW: Rgb = [255, 241, 224]
const WARD_HIGH: Rgb = [179, 71, 0]
const WARD_FEWER: Rgb = [61, 131, 201]
const SQUARES = ['#f7c9de', '#ee94bd', '#de5593', '#b01d64', '#650a40'] as const
const WARD_OPACITY = 0.8
const SQUARE_OPACITY = 0.75

/** Lowest first. `zoom`: the first at which it is drawn. */
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

export type MapContent =
  | { readonly view: 'ward'; readonly figures: PublishedWardFigures }
  | { readonly view: 'household'; readonly squares: readonly Square[] }

/** The map without labels, and its legend. */
export function mapArt(
  projection: Projection,
  content: MapContent,
  { basemap, wards, area }: { basemap: Basemap; wards: readonly Ward[]; area: Area | null },
): { items: DrawnItem[]; legend: LegendEntry[] } {
  const data =
    content.view === 'ward' ? wardArt(projection, content.figures, wards) : squareArt(projection, content.squares)
  const outlines = wards.map((ward) => listRings(ward.geometry))
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

/** A ward's rings. */
export const listRings = (geometry: WardGeometry) =>
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

function wardArt(projection: Projection, figures: PublishedWardFigures, wards: readonly Ward[]) {
  const all = wards.map(({ code }) => figures.valueOf(code))
  const { shareOf, steps } = computeScale(figures.kind, all)
  const chooseColour = (figure: WardFigure) => {
    if (figure === SMALL) return WARD_SMALL
    if (figure === null || (figure === 0 && figures.kind !== 'change')) return WARD_NONE
    return mixed(figure < 0 ? WARD_FEWER : WARD_HIGH, shareOf(figure))
  }
  const entry = (figure: WardFigure, words = figures.inWords(figure)) => ({
    fill: chooseColour(figure),
    opacity: WARD_OPACITY,
    words,
  })
  return {
    items: wards.flatMap((ward, index) =>
      pathItem(projection.path(listRings(ward.geometry), true), {
        fill: chooseColour(all[index] ?? null),
        opacity: WARD_OPACITY,
      }),
    ),
    legend: [
      ...(all.includes(null) ? [entry(null, figures.without)] : []),
      ...(figures.kind !== 'change' && all.includes(0) ? [entry(0, 'None')] : []),
      ...(all.includes(SMALL) ? [entry(SMALL, `${SMALL} (${figures.kind === 'change' ? 'of ' : ''}1 to 7)`)] : []),
      ...steps.map((figure) => entry(figure)),
    ],
  }
}

function computeScale(
  kind: PublishedWardFigures['kind'],
  figures: readonly WardFigure[],
): { shareOf: (figure: number) => number; steps: readonly number[] } {
  const numbers = figures.filter((figure) => typeof figure === 'number')
  if (kind === 'change') {
    const most = Math.max(0, ...numbers.map(Math.abs))
    const sides = [...new Set([Math.round(most / 10) * 5, most])].filter((step) => step > 0)
    const steps = [...sides.toReversed().map((step) => -step), 0, ...sides]
    return { shareOf: (figure) => (most === 0 ? 0 : Math.abs(figure) / most), steps: numbers.length === 0 ? [] : steps }
  }
  const positive = numbers.filter((figure) => figure > 0)
  const [least, most] = [Math.min(...positive), Math.max(...positive)]
  if (positive.length === 0 || least === most) return { shareOf: () => 0.5, steps: positive.slice(0, 1) }
  const quarters = [0, 1 / 3, 2 / 3, 1]
  if (kind === 'rate') {
    const span = most - least
    return { shareOf: (rate) => (rate - least) / span, steps: quarters.map((part) => least + span * part) }
  }
  const between = (part: number) => Math.round(Number((least * (most / least) ** part).toPrecision(2)) / 5) * 5
  const steps = quarters.map((part) => (part === 0 ? least : part === 1 ? most : between(part)))
  return { shareOf: (count) => Math.log(count / least) / Math.log(most / least), steps: [...new Set(steps)] }
}

const mixed = (towards: Rgb, share: number) =>
  `#${WARD_LOW.map((low, channel) => hex(low + ((towards[channel] ?? 0) - low) * share)).join('')}`

const hex = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')

/** The lowest shown count, 8, to the nearest 5. */
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
  const chooseColour = (households: number) => colours[from.findLastIndex((least) => households >= least)] ?? SQUARES[0]
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
        { fill: chooseColour(households), opacity: SQUARE_OPACITY },
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
            return { fill: chooseColour(least), opacity: SQUARE_OPACITY, words }
          }),
  }
}

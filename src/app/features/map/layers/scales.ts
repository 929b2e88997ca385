/** docs/product.md#map. */
import { scaleLinear, scaleLog } from 'd3-scale'

/** Below this zoom dots and lines are drawn larger. */
export const ZOOM_OF_RULES = 10

/** 0 to 255. */
export type Rgb = readonly [number, number, number]

/** The smallest above zero and the largest; null when all are zero. */
export function countDomain(counts: readonly number[]): readonly [number, number] | null {
  const positive = counts.filter((count) => count > 0)
  return positive.length === 0 ? null : [Math.min(...positive), Math.max(...positive)]
}

/** The colour of a count above zero, logarithmic from `low` to `high`. */
export function wardColourScale(domain: readonly [number, number], low: Rgb, high: Rgb): (count: number) => Rgb {
  const [least, most] = domain
  // A log scale over a single value has no middle.
  const place = least === most ? () => 0.5 : scaleLog().domain([least, most]).range([0, 1]).clamp(true)
  return (count) => mixed(low, high, place(count))
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const between = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [between(0), between(1), between(2)]
}

/** The colour of a rate, linear from `low` to `high`. */
export function rateColourScale([least, most]: readonly [number, number], low: Rgb, high: Rgb): (rate: number) => Rgb {
  const place = least === most ? () => 0.5 : scaleLinear().domain([least, most]).range([0, 1]).clamp(true)
  return (rate) => mixed(low, high, place(rate))
}

/** The colour of a change from -`most` to `most`; `same` for no change. */
export function changeColourScale(
  most: number,
  { fewer, same, more }: Readonly<Record<'fewer' | 'same' | 'more', Rgb>>,
): (change: number) => Rgb {
  const place = scaleLinear()
    .domain([0, Math.max(1, most)])
    .range([0, 1])
    .clamp(true)
  return (change) => mixed(same, change < 0 ? fewer : more, place(Math.abs(change)))
}

/** From least to most, in even steps. */
export function legendRates([least, most]: readonly [number, number], steps = 4): number[] {
  if (least === most) return [least]
  return Array.from({ length: steps }, (_, step) => least + ((most - least) * step) / (steps - 1))
}

/** Zero, and up to two steps either side. */
export function legendChanges(most: number): number[] {
  const sides = most === 0 ? [] : [...new Set([Math.round(most / 2), most])].filter((each) => each > 0)
  return [...sides.toReversed().map((each) => -each), 0, ...sides]
}

/** Ascending; steps in between rounded to two digits. */
export function legendCounts(domain: readonly [number, number], steps = 4): number[] {
  const [least, most] = domain
  const atStep = (step: number) => {
    if (step === 0) return least
    if (step === steps - 1) return most
    return Number((least * (most / least) ** (step / (steps - 1))).toPrecision(2))
  }
  return [...new Set(Array.from({ length: steps }, (_, step) => Math.round(atStep(step))))]
}

/** From this zoom dots are single households; below it they show density. */
const ZOOM_OF_DOTS = 13

/** Layers look the same beyond these zooms. */
const [LEAST_STEP, MOST_STEP] = [6, 16]

/** The zooms at which layers differ. */
export const zoomStepOf = (zoom: number): number => Math.max(LEAST_STEP, Math.min(Math.floor(zoom), MOST_STEP))

/** How many dots there are, and the size of their box in pixels at zoom 0. */
export interface Spread {
  readonly dots: number
  readonly pixels: number
}

/** Of 255. */
export const DOT_OPACITY = 230
const MIN_OPACITY = 8

/** 0 to 255: the more dots overlap, the more transparent each is, so that density shows. */
export function dotOpacity(zoom: number, { dots, pixels }: Spread): number {
  if (zoom >= ZOOM_OF_DOTS) return DOT_OPACITY
  const dotPixels = Math.PI * householdRadius(zoom, { dots, pixels }).minPixels ** 2
  const others = Math.max(0, dots - 1)
  const over = Math.min(others, (others * dotPixels) / Math.max(1, pixels * 4 ** zoom))
  return Math.max(MIN_OPACITY, Math.round(DOT_OPACITY / (1 + over * 3)))
}

/** Dot radius in pixels: least, most, and its share of the mean gap between dots, over at least a window's area. */
const [SMALLEST, LARGEST] = [1.5, 4]
const SHARE = 1 / 12
const WINDOW = 500 ** 2

/** Metres on the ground, clamped in pixels: fewer dots must be larger to be found. */
export function householdRadius(
  zoom: number,
  { dots, pixels }: Spread,
): { metres: number; minPixels: number; maxPixels: number } {
  if (zoom < ZOOM_OF_RULES) return { metres: 40, minPixels: 2.5, maxPixels: 6 }
  const between = Math.sqrt(Math.max(WINDOW, pixels * 4 ** zoom) / Math.max(1, dots))
  return { metres: 5, minPixels: Math.max(SMALLEST, Math.min(between * SHARE, LARGEST)), maxPixels: 9 }
}

const ZOOM_OF_STREETS = 14

/** 0 to 255: street names must be readable through a ward's colour. */
export const wardFillOpacity = (zoom: number): number => (zoom < ZOOM_OF_STREETS ? 215 : 90)

/** A factor for line widths. */
export function wardLineScale(zoom: number): number {
  return zoom < ZOOM_OF_RULES ? 2 : 1
}

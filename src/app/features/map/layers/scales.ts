/** docs/product.md#map. */
import { scaleLog } from 'd3-scale'

/** Below it dots and lines are drawn larger. */
export const ZOOM_OF_RULES = 10

/** 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Smallest above zero and largest; null when all are zero. */
export function countDomain(counts: readonly number[]): readonly [number, number] | null {
  const positive = counts.filter((count) => count > 0)
  return positive.length === 0 ? null : [Math.min(...positive), Math.max(...positive)]
}

/** The colour of a count above zero, from `low` to `high`. */
export function wardColourScale(domain: readonly [number, number], low: Rgb, high: Rgb): (count: number) => Rgb {
  const [least, most] = domain
  // A log scale over a single value has no middle.
  const place = least === most ? () => 0.5 : scaleLog().domain([least, most]).range([0, 1]).clamp(true)
  return (count) => {
    const share = place(count)
    const between = (index: 0 | 1 | 2) => Math.round(low[index] + (high[index] - low[index]) * share)
    return [between(0), between(1), between(2)]
  }
}

/** Ascending, rounded to two digits inside. */
export function legendCounts(domain: readonly [number, number], steps = 4): number[] {
  const [least, most] = domain
  const atStep = (step: number) => {
    if (step === 0) return least
    if (step === steps - 1) return most
    return Number((least * (most / least) ** (step / (steps - 1))).toPrecision(2))
  }
  return [...new Set(Array.from({ length: steps }, (_, step) => Math.round(atStep(step))))]
}

/** From this zoom dots are single households; below it they show how dense these lie. */
const ZOOM_OF_DOTS = 13

/** The zooms that layers tell apart, below {@link ZOOM_OF_RULES} to {@link ZOOM_OF_DOTS}. */
export const zoomStepOf = (zoom: number): number =>
  Math.max(ZOOM_OF_RULES - 1, Math.min(Math.floor(zoom), ZOOM_OF_DOTS))

/** How many dots there are, in a box of so many pixels at zoom 0. */
export interface Spread {
  readonly dots: number
  readonly pixels: number
}

/** Of 255. */
export const DOT_OPACITY = 230
const MIN_OPACITY = 8

/** Of 255: the more dots lie over each other, the more light goes through each, so that their density shows. */
export function dotOpacity(zoom: number, { dots, pixels }: Spread): number {
  if (zoom >= ZOOM_OF_DOTS) return DOT_OPACITY
  const dotPixels = Math.PI * householdRadius(zoom).minPixels ** 2
  const others = Math.max(0, dots - 1)
  const over = Math.min(others, (others * dotPixels) / Math.max(1, pixels * 4 ** zoom))
  return Math.max(MIN_OPACITY, Math.round(DOT_OPACITY / (1 + over * 3)))
}

/** Metres on the ground, clamped in pixels. */
export function householdRadius(zoom: number): { metres: number; minPixels: number; maxPixels: number } {
  return zoom < ZOOM_OF_RULES
    ? { metres: 40, minPixels: 2.5, maxPixels: 6 }
    : { metres: 5, minPixels: 1.5, maxPixels: 9 }
}

/** A factor. */
export function wardLineScale(zoom: number): number {
  return zoom < ZOOM_OF_RULES ? 2 : 1
}

/**
 * How counts become colours and zooms become sizes. Policy (docs/product.md#map): ward fill is an orange scale
 * over the log of the household count; the household dot radius and the line scale are larger below
 * zoom {@link ZOOM_OF_RULES}.
 */
import { scaleLog } from 'd3-scale'

/** The zoom at which the map starts and below which dots and lines are drawn larger. */
export const ZOOM_OF_RULES = 10

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** The smallest count above zero and the largest: the ends of the ward scale. Null when every ward has none. */
export function countDomain(counts: readonly number[]): readonly [number, number] | null {
  const positive = counts.filter((count) => count > 0)
  return positive.length === 0 ? null : [Math.min(...positive), Math.max(...positive)]
}

/** The colour of a count above zero; `low` and `high` are the ends of the orange scale. */
export function wardColourScale(domain: readonly [number, number], low: Rgb, high: Rgb): (count: number) => Rgb {
  const [least, most] = domain
  // All wards alike: a log scale over nothing has no middle of its own.
  const place = least === most ? () => 0.5 : scaleLog().domain([least, most]).range([0, 1]).clamp(true)
  return (count) => {
    const share = place(count)
    const between = (index: 0 | 1 | 2) => Math.round(low[index] + (high[index] - low[index]) * share)
    return [between(0), between(1), between(2)]
  }
}

/** Counts at equal steps of the scale, rounded to two digits inside, for the legend. At most `steps`, ascending. */
export function legendCounts(domain: readonly [number, number], steps = 4): number[] {
  const [least, most] = domain
  const atStep = (step: number) => {
    if (step === 0) return least
    if (step === steps - 1) return most
    return Number((least * (most / least) ** (step / (steps - 1))).toPrecision(2))
  }
  return [...new Set(Array.from({ length: steps }, (_, step) => Math.round(atStep(step))))]
}

/** Of 255: dots that lie over each other show how many they are. */
export const DOT_OPACITY = 200

/** Radius of a household dot: metres on the ground, held between two sizes in pixels. */
export function householdRadius(zoom: number): { metres: number; minPixels: number; maxPixels: number } {
  return zoom < ZOOM_OF_RULES
    ? { metres: 40, minPixels: 2.5, maxPixels: 6 }
    : { metres: 5, minPixels: 1.5, maxPixels: 9 }
}

/** What ward outlines are multiplied with. */
export function wardLineScale(zoom: number): number {
  return zoom < ZOOM_OF_RULES ? 2 : 1
}

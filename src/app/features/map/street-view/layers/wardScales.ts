/** docs/product.md#map. */
import { scaleLinear, scaleLog } from 'd3-scale'
import type { WardFeature } from '#contract/households/map'
import type { ShownWardFigures } from '../data/useWardFigures'
import type { MapPalette } from './palette'
import { ZOOM_OF_RULES, type Rgb } from './scales'

/** Smallest above zero and largest; null: all zero. */
export function countDomain(counts: readonly number[]): readonly [number, number] | null {
  const positive = counts.filter((count) => count > 0)
  return positive.length === 0 ? null : [Math.min(...positive), Math.max(...positive)]
}

/** Logarithmic from `low` to `high`, for counts above zero. */
export function wardColourScale(domain: readonly [number, number], low: Rgb, high: Rgb): (count: number) => Rgb {
  const [least, most] = domain
  // A log scale over one value has no middle.
  const place = least === most ? () => 0.5 : scaleLog().domain([least, most]).range([0, 1]).clamp(true)
  return (count) => mixed(low, high, place(count))
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const between = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [between(0), between(1), between(2)]
}

/** Linear from `low` to `high`. */
export function rateColourScale([least, most]: readonly [number, number], low: Rgb, high: Rgb): (rate: number) => Rgb {
  const place = least === most ? () => 0.5 : scaleLinear().domain([least, most]).range([0, 1]).clamp(true)
  return (rate) => mixed(low, high, place(rate))
}

/** From -`most` to `most`; `same` for no change. */
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

const LEGEND_STEPS = 4

/** Even steps from least to most. */
export function legendRates([least, most]: readonly [number, number]): number[] {
  if (least === most) return [least]
  return Array.from({ length: LEGEND_STEPS }, (_, step) => least + ((most - least) * step) / (LEGEND_STEPS - 1))
}

/** Zero, and up to two steps either side. */
export function legendChanges(most: number): number[] {
  const sides = most === 0 ? [] : [...new Set([Math.round(most / 2), most])].filter((each) => each > 0)
  return [...sides.toReversed().map((each) => -each), 0, ...sides]
}

/** Ascending; inner steps rounded to two digits. */
export function legendCounts(domain: readonly [number, number]): number[] {
  const [least, most] = domain
  const atStep = (step: number) => {
    if (step === 0) return least
    if (step === LEGEND_STEPS - 1) return most
    return Number((least * (most / least) ** (step / (LEGEND_STEPS - 1))).toPrecision(2))
  }
  return [...new Set(Array.from({ length: LEGEND_STEPS }, (_, step) => Math.round(atStep(step))))]
}

const ZOOM_OF_STREETS = 14

/** 0 to 255. */
export const wardFillOpacity = (zoom: number): number => (zoom < ZOOM_OF_STREETS ? 215 : 90)

/** A factor for line widths. */
export function wardLineScale(zoom: number): number {
  return zoom < ZOOM_OF_RULES ? 2 : 1
}

/** Fills of figures, and the legend's figures without "none", which has its own colour. */
export function wardColours(
  wards: readonly WardFeature[],
  { kind, valueOf }: ShownWardFigures,
  palette: MapPalette,
): { colourOf: (value: number | null) => Rgb; steps: readonly number[]; isEvery: boolean } {
  const { wardLow: low, wardHigh: high, wardFewer: fewer, wardNone } = palette
  const known = wards.map(({ properties }) => valueOf(properties.ward_code)).filter((value) => value !== null)
  const isEvery = known.length === wards.length
  const filled = (scale: (value: number) => Rgb, steps: readonly number[]) => ({
    colourOf: (value: number | null) => (value === null ? wardNone : scale(value)),
    steps,
    isEvery,
  })
  if (kind === 'change') {
    const most = Math.max(0, ...known.map(Math.abs))
    return filled(changeColourScale(most, { fewer, same: low, more: high }), legendChanges(most))
  }
  const isRate = kind === 'rate'
  const domain = countDomain(known)
  const scale = domain && (isRate ? rateColourScale : wardColourScale)(domain, low, high)
  const steps = domain ? (isRate ? legendRates : legendCounts)(domain) : []
  return filled((value) => (value > 0 && scale ? scale(value) : wardNone), known.includes(0) ? [0, ...steps] : steps)
}

import type { WardFeature } from '#contract/map'
import type { MapPalette } from './palette'
import { countDomain, wardColourScale, type Rgb } from './scales'

/** Of 255: roads show through. The legend uses the same. */
export const WARD_FILL_OPACITY = 215

/** The fill of a count; zero has a colour of its own. */
export function wardColours(wards: readonly WardFeature[], palette: MapPalette): (count: number) => Rgb {
  const domain = countDomain(counts(wards))
  const scale = domain && wardColourScale(domain, palette.wardLow, palette.wardHigh)
  return (count) => (count > 0 && scale ? scale(count) : palette.wardNone)
}

/** The household counts of wards. */
export function counts(wards: readonly WardFeature[]): number[] {
  return wards.map(({ properties }) => properties.household_count)
}

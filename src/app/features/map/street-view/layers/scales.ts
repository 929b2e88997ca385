/** docs/product.md#map. */

/** Below, dots and lines are drawn larger. */
export const ZOOM_OF_RULES = 10

/** 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Single households from here; below, density. */
const ZOOM_OF_DOTS = 13

/** Layers do not change beyond these. */
const [LEAST_STEP, MOST_STEP] = [6, 16]

/** Zooms at which layers differ. */
export const findZoomStep = (zoom: number): number => Math.max(LEAST_STEP, Math.min(Math.floor(zoom), MOST_STEP))

/** Number of dots, and their box in pixels at zoom 0. */
export interface Spread {
  readonly dots: number
  readonly pixels: number
}

/** Out of 255. */
export const DOT_OPACITY = 230
const MIN_OPACITY = 8

/** 0 to 255: overlapping dots are transparent, so that density shows. */
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

/** Metres on the ground, clamped in pixels. */
export function householdRadius(
  zoom: number,
  { dots, pixels }: Spread,
): { metres: number; minPixels: number; maxPixels: number } {
  if (zoom < ZOOM_OF_RULES) return { metres: 40, minPixels: 2.5, maxPixels: 6 }
  const between = Math.sqrt(Math.max(WINDOW, pixels * 4 ** zoom) / Math.max(1, dots))
  return { metres: 5, minPixels: Math.max(SMALLEST, Math.min(between * SHARE, LARGEST)), maxPixels: 9 }
}

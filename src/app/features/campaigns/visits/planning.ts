/** Where a plan shows what, north up. */
export const PLAN_WIDTH = 320
export const PLAN_HEIGHT = 224
const MARGIN = 24
/** Shown around a single place. */
const LEAST_METRES = 60
const METRES_A_DEGREE = 111_195
const BAR_PIXELS = 90

export type Point = readonly [x: number, y: number]
export interface PlanPlace {
  readonly longitude: number
  readonly latitude: number
}

/** Fits the places into the plan. */
export function placing(places: readonly PlanPlace[]): {
  place: (at: PlanPlace) => Point
  metresAPixel: number
} {
  const squeeze = Math.cos(((places[0]?.latitude ?? 0) * Math.PI) / 180)
  const flat = ({ longitude, latitude }: PlanPlace): Point => [
    longitude * squeeze * METRES_A_DEGREE,
    -latitude * METRES_A_DEGREE,
  ]
  const all = places.map(flat)
  const [left, top] = [Math.min(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y))]
  const [right, bottom] = [Math.max(...all.map(([x]) => x)), Math.max(...all.map(([, y]) => y))]
  const scale = Math.min(
    (PLAN_WIDTH - 2 * MARGIN) / Math.max(right - left, LEAST_METRES),
    (PLAN_HEIGHT - 2 * MARGIN) / Math.max(bottom - top, LEAST_METRES),
  )
  return {
    metresAPixel: 1 / scale,
    place: (at) => {
      const [x, y] = flat(at)
      return [PLAN_WIDTH / 2 + (x - (left + right) / 2) * scale, PLAN_HEIGHT / 2 + (y - (top + bottom) / 2) * scale]
    },
  }
}

/** Longest of 1, 2, 5, 10 … metres that fits. */
export function scaleBar(metresAPixel: number): { pixels: number; words: string } {
  const most = Math.max(1, BAR_PIXELS * metresAPixel)
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = [5, 2, 1].map((each) => each * power).find((each) => each <= most) ?? power
  return { pixels: metres / metresAPixel, words: metres < 1000 ? `${metres} m` : `${metres / 1000} km` }
}

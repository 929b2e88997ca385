import { KM_A_DEGREE, type Position } from '#contract/households/area'
import type { GeoBounds } from '../snapshots/importing/bounds'

/** How far an area may reach beyond the wards. */
export const REACH_KM = 50

/** Whether a place lies in the box, or within {@link REACH_KM} of it. */
export function isNear([longitude, latitude]: Position, { west, south, east, north }: GeoBounds): boolean {
  const up = REACH_KM / KM_A_DEGREE
  // Degrees of longitude are shortest at the end nearer to a pole.
  const along = up / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  return latitude >= south - up && latitude <= north + up && longitude >= west - along && longitude <= east + along
}

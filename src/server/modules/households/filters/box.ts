import { KM_A_DEGREE, type Position } from '#contract/households/area'
import type { Ward } from '../snapshots/wards'

export interface AreaBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** How far an area may reach beyond the wards. */
export const REACH_KM = 50

/** The box around wards. */
export function findBox(wards: readonly Ward[]): AreaBox {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const { geometry } of wards) {
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
    for (const [longitude, latitude] of rings.flat()) {
      box.west = Math.min(box.west, longitude)
      box.east = Math.max(box.east, longitude)
      box.south = Math.min(box.south, latitude)
      box.north = Math.max(box.north, latitude)
    }
  }
  return box
}

/** Whether a place lies in the box, or within {@link REACH_KM} of it. */
export function isNear([longitude, latitude]: Position, { west, south, east, north }: AreaBox): boolean {
  const up = REACH_KM / KM_A_DEGREE
  // Degrees of longitude are shortest at the end nearer to a pole.
  const along = up / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  return latitude >= south - up && latitude <= north + up && longitude >= west - along && longitude <= east + along
}

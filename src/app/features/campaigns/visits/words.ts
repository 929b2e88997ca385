import type { PlanPlace } from './planning'

const METRES_A_DEGREE = 111_320
const DIRECTIONS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const

/** 'About 120 m north-east'; as the crow flies. */
export function wayTo(from: PlanPlace, to: PlanPlace): string {
  const north = (to.latitude - from.latitude) * METRES_A_DEGREE
  const east = (to.longitude - from.longitude) * METRES_A_DEGREE * Math.cos((from.latitude * Math.PI) / 180)
  const metres = Math.round(Math.hypot(north, east) / 10) * 10
  if (metres === 0) return 'In the same place'
  const eighth = Math.round((Math.atan2(east, north) / Math.PI) * 4)
  const direction = DIRECTIONS[(eighth + DIRECTIONS.length) % DIRECTIONS.length] ?? ''
  return metres < 1_000 ? `About ${metres} m ${direction}` : `About ${(metres / 1_000).toFixed(1)} km ${direction}`
}

/** @param email null: the provider's staff */
export const nameOfficer = (email: string | null): string => email ?? 'Support staff'

/** @param name empty: the household is not in the latest month */
export const nameWard = (name: string): string => (name === '' ? 'No longer in the data' : name)

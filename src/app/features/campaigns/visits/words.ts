import type { RoundVisit } from '../../../state/visits/openRound'

const METRES_A_DEGREE = 111_320
const DIRECTIONS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const

type Place = Pick<RoundVisit, 'longitude' | 'latitude'>

/** 'About 120 m north-east'; as the crow flies. */
export function wayTo(from: Place, to: Place): string {
  const north = (to.latitude - from.latitude) * METRES_A_DEGREE
  const east = (to.longitude - from.longitude) * METRES_A_DEGREE * Math.cos((from.latitude * Math.PI) / 180)
  const metres = Math.round(Math.hypot(north, east) / 10) * 10
  if (metres === 0) return 'In the same place'
  const eighth = Math.round((Math.atan2(east, north) / Math.PI) * 4)
  const direction = DIRECTIONS[(eighth + DIRECTIONS.length) % DIRECTIONS.length] ?? ''
  return metres < 1_000 ? `About ${metres} m ${direction}` : `About ${(metres / 1_000).toFixed(1)} km ${direction}`
}

/** On paper a dot would be somebody's home. */
import { KM_A_DEGREE } from '#contract/households/area'
import { publishedCount, SMALL } from '../../../lib/rounding'

/** Metres. None is smaller, however close the map. */
export const SQUARE_SIZES = [250, 500, 1_000, 2_000, 5_000] as const

export interface Square {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  /** To the nearest 5. */
  readonly households: number
}

/**
 * Squares with at least 8 matches. The grid ignores the map's view, so that no two pages reveal part of a square.
 * @param matches one bit a household, least significant first
 * @param latitude where squares are as wide as high
 */
export function countSquares(
  { longitudes, latitudes }: { readonly longitudes: Float64Array; readonly latitudes: Float64Array },
  matches: Uint8Array,
  { metres, latitude }: { metres: number; latitude: number },
): Square[] {
  const high = metres / 1000 / KM_A_DEGREE
  const wide = high / Math.cos((latitude * Math.PI) / 180)
  const counts = new Map<string, number>()
  for (let row = 0; row < longitudes.length; row++) {
    if (((matches[row >> 3] ?? 0) & (1 << (row & 7))) === 0) continue
    const key = `${Math.floor((longitudes[row] ?? 0) / wide)} ${Math.floor((latitudes[row] ?? 0) / high)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].flatMap(([key, count]) => {
    const households = publishedCount(count)
    if (households === SMALL) return []
    const [column = 0, row = 0] = key.split(' ').map(Number)
    return [{ west: column * wide, south: row * high, east: (column + 1) * wide, north: (row + 1) * high, households }]
  })
}

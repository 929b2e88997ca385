import type { HouseholdData } from '#contract/map'
import { groupByCoordinate, type Dots } from './dots'

/** In memory only: households are never stored on the device (docs/product.md#the-device). */
export interface HouseholdPoints {
  /** Empty for points from JSON, valid for one answer. */
  readonly version: string
  readonly rowCount: number
  readonly dots: Dots
  reference: (row: number) => string
  /** Empty for points from JSON. */
  wardCode: (row: number) => string
}

/** Longitude and latitude columns with their lookups, grouped into dots. */
export function householdPoints(columns: {
  version: string
  longitude: Float64Array
  latitude: Float64Array
  reference: (row: number) => string
  wardCode: (row: number) => string
}): HouseholdPoints {
  const { version, longitude, latitude, reference, wardCode } = columns
  return { version, rowCount: longitude.length, dots: groupByCoordinate(longitude, latitude), reference, wardCode }
}

/** Points from the JSON contract: only matching households, without wards. */
export function pointsFromJson(households: HouseholdData['household_coordinates']): HouseholdPoints {
  return householdPoints({
    version: '',
    longitude: Float64Array.from(households, (household) => household.coordinates.longitude),
    latitude: Float64Array.from(households, (household) => household.coordinates.latitude),
    reference: (row) => households[row]?.household_reference ?? '',
    wardCode: () => '',
  })
}

/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number]

/** The bounding box of the positions that `include` accepts; null without any. */
export function boundsOfPositions(positions: Float64Array, include: (index: number) => boolean): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index * 2 < positions.length; index++) {
    if (!include(index)) continue
    const longitude = positions[index * 2] ?? 0
    const latitude = positions[index * 2 + 1] ?? 0
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return west === Infinity ? null : [west, south, east, north]
}

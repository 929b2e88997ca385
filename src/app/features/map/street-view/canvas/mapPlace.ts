/** Where the person left the map, for a reload of the same tab (docs/product.md#map). */
import { mapPlaceSchema, type MapPlace } from '#contract/households/map'

const KEY = 'doorstep.map-place'

/** The stored place; null at the first start. */
export function readPlace(): MapPlace | null {
  try {
    return mapPlaceSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
  } catch {
    return null
  }
}

/** Stores a place. */
export function keepPlace(place: MapPlace): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // Storage is full or switched off.
  }
}

/** Where the person left the map, for a reload of the same tab (docs/product.md#map). */
import { z } from 'zod'

const placeSchema = z.object({
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-85).max(85),
  zoom: z.number().min(0).max(24),
})
export type MapPlace = z.infer<typeof placeSchema>

const KEY = 'doorstep.map-place'

/** Null at the first start. */
export function readPlace(): MapPlace | null {
  try {
    return placeSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
  } catch {
    return null
  }
}

/** Keeps a place, where the browser keeps anything. */
export function keepPlace(place: MapPlace): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // Storage is full or switched off.
  }
}

/** Where the person left the map, for reloads and links (docs/product.md#map). */
import { z } from 'zod'
import { mapPlaceSchema, type MapPlace } from '#contract/households/map'
import type { MapBounds } from '../../../../state/mapView'

const KEY = 'doorstep.map-place'

const keptSchema = mapPlaceSchema.extend({ bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]) })

/** Null at the first start. */
export function readPlace(): z.infer<typeof keptSchema> | null {
  try {
    return keptSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
  } catch {
    return null
  }
}

/** Stores a place. */
export function keepPlace(place: MapPlace & { readonly bounds: MapBounds }): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // Storage is full or switched off.
  }
}

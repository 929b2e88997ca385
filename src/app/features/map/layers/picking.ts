import type { PickingInfo } from '@deck.gl/core'
import type { WardFeature } from '#contract/map'

/** The layer whose wards can be picked. */
export const WARD_LAYER_ID = 'wards'

/** The code of the ward under the pointer, null for empty space. */
export function pickedWard(info: PickingInfo<WardFeature>): string | null {
  return info.layer?.id === WARD_LAYER_ID && info.object ? info.object.properties.ward_code : null
}

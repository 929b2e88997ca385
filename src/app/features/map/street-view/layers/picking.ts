import type { PickingInfo } from '@deck.gl/core'
import type { WardFeature } from '#contract/households/map'

export const HOUSEHOLD_LAYER_ID = 'households'
export const WARD_LAYER_ID = 'wards'

/** The dot under the pointer, null for empty space. */
export function pickedDot(info: PickingInfo): number | null {
  return info.layer?.id === HOUSEHOLD_LAYER_ID && info.index >= 0 ? info.index : null
}

/** The code of the ward under the pointer, null for empty space. */
export function pickedWard(info: PickingInfo<WardFeature>): string | null {
  return info.layer?.id === WARD_LAYER_ID && info.object ? info.object.properties.ward_code : null
}

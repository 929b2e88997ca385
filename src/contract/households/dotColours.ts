/** docs/product.md#map */
import { z } from 'zod'
import { endpoint } from '../endpoint'
import { DOT_COLOURS, type DotColour } from './needToKnow'

/** Pounds: the class is the number of bounds exceeded. No bounds: no and yes. */
export const CLASS_BOUNDS: Readonly<Record<DotColour, readonly number[]>> = {
  unclaimed: [0, 500, 2_000, 4_000],
  arrears: [0, 250, 500, 1_000],
  contacted: [],
}

export const CLASSES_COLUMN = 'class'

/**
 * uint8 {@link CLASSES_COLUMN}, in the row order of `getHouseholdPoints`, and metadata `points_version`. Never amounts
 * or dates; never stored on the device.
 */
export const getHouseholdClasses = endpoint({
  name: 'getHouseholdClasses',
  method: 'GET',
  path: '/api/household-classes',
  summary: 'A class of 0 to 4 for each household, to colour its dot by, as an Arrow stream.',
  query: z.object({ colour: z.enum(DOT_COLOURS) }),
  reply: z.unknown(),
  produces: 'arrow',
})

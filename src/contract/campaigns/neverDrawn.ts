import { z } from 'zod'
import { endpoint } from '../endpoint'
import { filterRequestSchema } from '../households/filters'

const namedFilter = z.object({ filter_name: z.string(), filter_value_list: z.array(z.string()) })
/** Values never held out: docs/product.md#hold-out. */
export const neverDrawnSettingsSchema = z.object({ filter_request_list: z.array(namedFilter) })
export type NeverDrawnSettings = z.infer<typeof neverDrawnSettingsSchema>

export const getNeverDrawnSettings = endpoint({
  name: 'getNeverDrawnSettings',
  method: 'GET',
  path: '/api/never-drawn-settings',
  summary: 'The filter values whose households no campaign holds out.',
  reply: neverDrawnSettingsSchema,
})

export const setNeverDrawnSettings = endpoint({
  name: 'setNeverDrawnSettings',
  method: 'POST',
  path: '/api/set-never-drawn-settings',
  summary: 'Sets the filter values whose households no campaign holds out.',
  body: filterRequestSchema.pick({ filter_request_list: true }),
  reply: neverDrawnSettingsSchema,
})

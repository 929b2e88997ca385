import { z } from 'zod'
import { atMost } from '../bounded'
import { endpoint } from '../endpoint'
import { roleSchema, ROLES } from '../organisations/session'

export const DEFAULT_NAMES_A_DAY = 60
export const MOST_NAMES_A_DAY = 500

const visitSettingsSchema = z.object({
  is_on: z.boolean(),
  /** Get names and addresses on a round. */
  name_roles: atMost(ROLES.length, z.array(roleSchema)),
  /** Per person and London day; 0: rounds have no names. */
  names_a_day: z.number().int().min(0).max(MOST_NAMES_A_DAY),
  /** Hands a postcode to a maps app outside Doorstep. */
  may_open_maps: z.boolean().default(false),
})
const visitSettingsReply = z.object({
  is_on: z.boolean(),
  name_roles: z.array(roleSchema),
  names_a_day: z.number().int(),
  may_open_maps: z.boolean(),
})
export type VisitSettings = z.infer<typeof visitSettingsReply>

export const getVisitSettings = endpoint({
  name: 'getVisitSettings',
  method: 'GET',
  path: '/api/visit-settings',
  summary: 'Whether visit rounds are on, which roles get names on them, and how many a day.',
  reply: visitSettingsReply,
})

export const setVisitSettings = endpoint({
  name: 'setVisitSettings',
  method: 'POST',
  path: '/api/set-visit-settings',
  summary: 'Switches visit rounds on or off, and says which roles get names on them, and how many a day.',
  body: visitSettingsSchema,
  reply: visitSettingsReply,
})

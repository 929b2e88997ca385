import { z } from 'zod'
import { atMost, text, uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { filterRequestSchema } from '../households/filters'
import { visitOutcomeNameSchema } from '../households/visitOutcomes'
import { roleSchema, ROLES } from '../organisations/session'

/** docs/product.md#visit-rounds */
export const MAX_VISITS = 60
const MAX_SHIFT_HOURS = 12
export const NOTE_LIMIT = 500

const visitSettingsSchema = z.object({
  is_on: z.boolean(),
  /** Roles that get names and addresses on a round. */
  name_roles: atMost(ROLES.length, z.array(roleSchema)),
})
const visitSettingsReply = z.object({ is_on: z.boolean(), name_roles: z.array(roleSchema) })
export type VisitSettings = z.infer<typeof visitSettingsReply>

export const getVisitSettings = endpoint({
  name: 'getVisitSettings',
  method: 'GET',
  path: '/api/visit-settings',
  summary: 'Whether the organisation has switched visit rounds on, and which roles get names and addresses on them.',
  reply: visitSettingsReply,
})

export const setVisitSettings = endpoint({
  name: 'setVisitSettings',
  method: 'POST',
  path: '/api/set-visit-settings',
  summary: 'Switches visit rounds on or off, and says which roles get names and addresses on them.',
  body: visitSettingsSchema,
  reply: visitSettingsReply,
})

/** For do-not-contact households, only reference and place. */
const visitSchema = z.object({
  household_reference: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  ward_name: z.string(),
  do_not_contact: z.boolean(),
  preferred_language: z.string().nullable(),
  /** As on the household's card; null: hidden from the role. */
  unclaimed: z.array(z.object({ display_name: z.string(), value: z.string() })).nullable(),
  /** The estimates' year and method, and whether the rates have expired; older rounds lack it. */
  estimates: z.string().optional(),
  /** Null if the role may not see names, or there is no contact. */
  contact: z.object({ name: z.string(), address: z.array(z.string()) }).nullable(),
})
export type Visit = z.infer<typeof visitSchema>

export const loadVisitRound = endpoint({
  name: 'loadVisitRound',
  method: 'POST',
  path: '/api/visit-round',
  summary:
    'The households matching the filters, at most 60, in walking order, for one shift; a load counts as a look at each.',
  body: filterRequestSchema.extend({ hours: z.number().int().min(1).max(MAX_SHIFT_HOURS) }),
  reply: z.object({
    round_id: z.uuid(),
    /** Outcomes are sealed for the server with it: an uncompressed point of P-256, base64url. */
    outcome_key: z.base64url().length(87),
    visits: z.array(visitSchema).max(MAX_VISITS),
  }),
})
export type LoadedRound = z.infer<typeof loadVisitRound.reply>

/** The sealed content of {@link sendVisitOutcome}. */
export const visitOutcomeSchema = z.object({
  household_reference: text(40).min(1),
  outcome: visitOutcomeNameSchema,
  note: text(NOTE_LIMIT),
  recorded_at: text(40).check(z.iso.datetime()),
})
export type VisitOutcome = z.infer<typeof visitOutcomeSchema>

export const sendVisitOutcome = endpoint({
  name: 'sendVisitOutcome',
  method: 'POST',
  path: '/api/visit-outcome',
  summary: 'Records what came of a visit, once for its id; sealed with the key of the round.',
  body: z.object({
    /** Made by the device. */
    id: uuid,
    round_id: uuid,
    /** Format: docs/decisions/0054-visit-rounds.md. */
    sealed: text(8_000).min(1).check(z.base64url()),
  }),
  reply: z.object({ id: z.uuid() }),
})

import { z } from 'zod'
import { text, uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { filterRequestSchema } from '../households/filters'
import { visitOutcomeNameSchema } from '../households/visitOutcomes'

/** docs/product.md#visit-rounds */
export const MAX_VISITS = 60
const MAX_SHIFT_HOURS = 12
export const NOTE_LIMIT = 500
/** Of one person, by the server. */
export const MAX_OPEN_ROUNDS = 2

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
  summary: 'At most 60 households matching the filters, in walking order, for one shift; a look at each.',
  body: filterRequestSchema.extend({ hours: z.number().int().min(1).max(MAX_SHIFT_HOURS) }),
  reply: z.object({
    round_id: z.uuid(),
    /** Outcomes are sealed for the server with it: an uncompressed point of P-256, base64url. */
    outcome_key: z.base64url().length(87),
    visits: z.array(visitSchema).max(MAX_VISITS),
  }),
})
export type LoadedRound = z.infer<typeof loadVisitRound.reply>

export const getOpenRounds = endpoint({
  name: 'getOpenRounds',
  method: 'GET',
  path: '/api/open-visit-rounds',
  summary: 'The own open visit rounds, and how many names are left today.',
  reply: z.object({
    rounds: z.array(
      z.object({
        round_id: z.uuid(),
        household_count: z.number().int(),
        loaded_at: z.iso.datetime(),
        ends_at: z.iso.datetime(),
      }),
    ),
    /** Null for a role that gets no names. */
    names: z.object({ a_day: z.number().int(), left_today: z.number().int() }).nullable(),
  }),
})
export type OpenRounds = z.infer<typeof getOpenRounds.reply>

export const endVisitRound = endpoint({
  name: 'endVisitRound',
  method: 'POST',
  path: '/api/end-visit-round',
  summary: 'Ends an open visit round before its shift does. Outcomes of it are still taken.',
  body: z.object({ round_id: uuid }),
  reply: z.object({ round_id: z.uuid() }),
})

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

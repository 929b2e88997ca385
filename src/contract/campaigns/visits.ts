import { z } from 'zod'
import { text, uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { filterRequestSchema } from '../households/filters'
import { recordsDay } from '../recordsDay'
import { lastVisitSchema, visitOutcomeNameSchema } from '../households/visitOutcomes'

/** docs/product.md#visit-rounds */
export const MAX_VISITS = 60
const MAX_LEAVE_OUT_DAYS = 730
const MAX_SHIFT_HOURS = 12
export const NOTE_LIMIT = 500
/** Rounds that one person may have open on the server. */
export const MAX_OPEN_ROUNDS = 2

const visitSchema = z.object({
  household_reference: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  ward_name: z.string(),
  postcode: z.string().optional(),
  preferred_language: z.string().nullable(),
  /** Null: hidden from the role. */
  unclaimed: z.array(z.object({ display_name: z.string(), value: z.string() })).nullable(),
  /** Year, method and whether rates have expired; older rounds lack it. */
  estimates: z.string().optional(),
  /** Null: never visited; older rounds lack it. */
  last_visit: lastVisitSchema.nullish(),
  /** Null: the role may not see names, or no contact. */
  contact: z.object({ name: z.string(), address: z.array(z.string()) }).nullable(),
})
export type Visit = z.infer<typeof visitSchema>

export const loadVisitRound = endpoint({
  name: 'loadVisitRound',
  method: 'POST',
  path: '/api/visit-round',
  summary:
    'At most 60 households matching the filters, in walking order, for one shift, without those of rounds that are open; a look at each.',
  body: filterRequestSchema.extend({
    hours: z.number().int().min(1).max(MAX_SHIFT_HOURS),
    most: z.number().int().min(1).max(MAX_VISITS).default(MAX_VISITS),
    /** Skips households visited within this many days, except those due to be called at again; 0: none. */
    leave_out_days: z.number().int().min(0).max(MAX_LEAVE_OUT_DAYS).default(0),
  }),
  reply: z.object({
    round_id: z.uuid(),
    /** Seals outcomes for the server: uncompressed P-256 point, base64url. */
    outcome_key: z.base64url().length(87),
    visits: z.array(visitSchema).max(MAX_VISITS),
    /** Matching households that are no stops. Older rounds lack it. */
    left_out: z
      .object({
        visited: z.number().int(),
        in_open_rounds: z.number().int(),
        do_not_contact: z.number().int(),
        /** For other rounds, because this one is full. */
        more: z.number().int(),
      })
      .optional(),
    may_open_maps: z.boolean().optional(),
  }),
})
export type LoadedRound = z.infer<typeof loadVisitRound.reply>
export type HouseholdsLeftOut = NonNullable<LoadedRound['left_out']>

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
    /** Null: the role gets no names. */
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

/** Sealed in {@link sendVisitOutcome}. */
export const visitOutcomeSchema = z.object({
  household_reference: text(40).min(1),
  outcome: visitOutcomeNameSchema,
  note: text(NOTE_LIMIT),
  recorded_at: text(40).check(z.iso.datetime()),
  /** With `call_again` and `helped_to_claim`. */
  call_again_on: recordsDay.nullish(),
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

/** The visits to one household, latest first; moments are ISO 8601. */
export const householdVisitsSchema = z.object({
  visits: z.array(
    z.object({
      at: z.string(),
      outcome: visitOutcomeNameSchema,
      note: z.string(),
      call_again_on: z.string().nullable(),
    }),
  ),
  /** Also without an outcome. */
  rounds: z.array(z.object({ loaded_at: z.string() })),
})
export type HouseholdVisits = z.infer<typeof householdVisitsSchema>

import { z } from 'zod'
import { text, uuid } from '../bounded'
import { endpoint } from '../endpoint'
import { purposeSchema } from '../households/needToKnow'
import { visitOutcomeNameSchema } from '../households/visitOutcomes'
import { recordsDay } from '../recordsDay'

/* docs/product.md#visit-outcomes. A visit is a round's household with its last outcome. */

export const VISITS_A_PAGE = 50

/** London days, inclusive. */
const visitDaysSchema = z.object({ from: recordsDay, to: recordsDay })
export type VisitDays = z.infer<typeof visitDaysSchema>

const visitFilterSchema = visitDaysSchema.extend({
  outcome: visitOutcomeNameSchema.optional(),
  officer: uuid.optional(),
  /** Empty: not in the latest month. */
  ward_code: text(20).optional(),
})
export type VisitFilter = z.infer<typeof visitFilterSchema>

/** 1 to 7 as `*`, others to the nearest 5: docs/product.md#small-numbers. */
const visits = z.union([z.number().int(), z.literal('*')])

export const getVisitCounts = endpoint({
  name: 'getVisitCounts',
  method: 'POST',
  isRead: true,
  path: '/api/visit-counts',
  summary: 'How many visits there were, by outcome, ward and officer; small numbers hidden.',
  body: visitDaysSchema,
  reply: z.object({
    by_outcome: z.array(z.object({ outcome: visitOutcomeNameSchema, visits })),
    /** By name, households missing from the latest month last. */
    by_ward: z.array(z.object({ ward_code: z.string(), ward_name: z.string(), visits })),
    by_officer: z.array(z.object({ officer: z.uuid(), email: z.string().nullable(), visits })),
  }),
})
export type VisitCounts = z.infer<typeof getVisitCounts.reply>

const listedVisitSchema = z.object({
  id: z.uuid(),
  household_reference: z.string(),
  /** Empty: not known. */
  address: z.string(),
  /** Empty: not in the latest month. */
  ward_name: z.string(),
  outcome: visitOutcomeNameSchema,
  /** E-mail address; null: provider staff. */
  officer: z.string().nullable(),
  day: z.iso.date(),
  call_again_on: z.iso.date().nullable(),
  /** Null if anything is hidden from the role. */
  note: z.string().nullable(),
})
export type ListedVisit = z.infer<typeof listedVisitSchema>

export const listVisits = endpoint({
  name: 'listVisits',
  method: 'POST',
  isRead: true,
  path: '/api/visits',
  summary: 'A page of the visits, the latest first; audited.',
  body: visitFilterSchema.extend({ page: z.number().int().min(1).max(100_000).default(1) }),
  reply: z.object({ total: z.number().int(), visits: z.array(listedVisitSchema) }),
})

export const exportVisitsCsv = endpoint({
  name: 'exportVisitsCsv',
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/visits-csv',
  summary: 'The same visits as a CSV, whole; audited.',
  body: visitFilterSchema.extend({ purpose: purposeSchema.optional() }),
  reply: z.string(),
  produces: 'csv',
})

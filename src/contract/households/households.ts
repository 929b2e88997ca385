import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { estimateBasisSchema, estimateRangeSchema } from './estimates'
import { filterRequestSchema } from './filters'
import { VISIT_OUTCOMES } from './visitOutcomes'
import { purposeSchema } from './needToKnow'

/** docs/product.md#csv-export */
export const exportHouseholdsCsv = endpoint({
  name: 'exportHouseholdsCsv',
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/temporary-csv',
  summary:
    'The households matching the filters, every column that the role is shown, as a CSV attachment in codes or in names.',
  body: filterRequestSchema.extend({
    purpose: purposeSchema.optional(),
    /** `codes` can be imported; `names` is for people. */
    wording: z.enum(['codes', 'names']).default('codes'),
  }),
  reply: z.string(),
  produces: 'csv',
})

const householdCardSchema = z.object({
  household_reference: z.string(),
  ward_name: z.string(),
  /** Selected filters, in order. */
  values: z.array(z.object({ filter_name: z.string(), display_name: z.string(), value: z.string() })),
  /** Pounds a year; null: hidden from the role. */
  unclaimed: z
    .array(
      estimateRangeSchema.extend({
        display_name: z.string(),
        /** '£3,988 to £5,959 a year'. */
        value: z.string(),
        known: z.array(z.string()).readonly(),
        assumed: z.array(z.string()).readonly(),
      }),
    )
    .nullable(),
  basis: estimateBasisSchema,
  /** Null: never; absent: hidden from the role. */
  last_contacted: z.iso.date().nullable().optional(),
  last_visit: z.object({ outcome: z.enum(VISIT_OUTCOMES), day: z.iso.date() }).nullable(),
})
export type HouseholdCard = z.infer<typeof householdCardSchema>

export const getHouseholdCard = endpoint({
  name: 'getHouseholdCard',
  method: 'POST',
  isRead: true,
  path: '/api/household-card',
  summary: 'What the selected filters look at for one household, what it leaves unclaimed and when it was contacted.',
  body: filterRequestSchema.extend({ household_reference: text(40).min(1) }),
  reply: householdCardSchema,
})

export const sendHouseholdsToCalculator = endpoint({
  name: 'sendHouseholdsToCalculator',
  isCostly: true,
  method: 'POST',
  path: '/api/households-to-calculator',
  summary: 'Queues the households matching the filters for the benefit calculator.',
  body: filterRequestSchema,
  reply: z.string(),
})

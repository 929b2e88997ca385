/** docs/product.md#over-the-months */
import { z } from 'zod'
import { text } from '../bounded'
import { benefitNameSchema } from './benefits'
import { endpoint } from '../endpoint'
import { estimateBasisSchema, estimateRangeSchema } from './estimates'
import { filterRequestSchema } from './filters'

const count = z.number().int()

const monthFiguresSchema = z.object({
  /** yyyy-mm-dd. */
  month: z.string(),
  /** Null if the filters do not fit the month's data. */
  household_count: count.nullable(),
  /** Null also if hidden from the role. */
  below_zero_count: count.nullable(),
  unclaimed: estimateRangeSchema.nullable(),
})
export type MonthFigures = z.infer<typeof monthFiguresSchema>

export const getTrends = endpoint({
  name: 'getTrends',
  method: 'POST',
  isRead: true,
  path: '/api/trends',
  summary: 'The headline figures of the matching households for each of the last 24 months, oldest first.',
  body: filterRequestSchema,
  reply: z.object({
    months: z.array(monthFiguresSchema),
    /** The same rates for all months. */
    basis: estimateBasisSchema,
  }),
})

const movesSchema = z.object({
  /** yyyy-mm-dd. */
  month: z.string(),
  household_count: count,
  came_in_count: count,
  /** Of these, not in the earlier month's data. */
  new_in_data_count: count,
  went_out_count: count,
  /** Of these, not in the latest month's data. */
  gone_from_data_count: count,
  /** Benefits that the role may see. */
  claims: z.array(z.object({ benefit_name: benefitNameSchema, began_count: count, stopped_count: count })),
  wards: z.array(
    z.object({
      ward_code: z.string(),
      ward_name: z.string(),
      household_count: count,
      all_households_count: count,
      /** Null: no such ward in the earlier month. */
      earlier_household_count: count.nullable(),
    }),
  ),
})
export type MonthMoves = z.infer<typeof movesSchema>

export const getMoves = endpoint({
  name: 'getMoves',
  isCostly: 'alone',
  method: 'POST',
  isRead: true,
  path: '/api/moves',
  summary:
    'Who came into a selection, went out, began or stopped claiming since an earlier month, and its change by ward.',
  body: filterRequestSchema.extend({ month: text(10).check(z.iso.date()) }),
  reply: movesSchema,
})

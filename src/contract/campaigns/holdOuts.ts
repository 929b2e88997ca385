import { z } from 'zod'
import { benefitNameSchema } from '../households/benefits'
import { endpoint } from '../endpoint'

/** Percent that get no message, for comparison. */
export const HOLD_OUT_PERCENTAGES = [0, 10, 20, 50] as const
export type HoldOutPercentage = (typeof HOLD_OUT_PERCENTAGES)[number]
/** Months until the result; meanwhile no campaign for the benefit writes to them. */
export const HOLD_OUT_MONTHS = [6, 3] as const
export type HoldOutMonths = (typeof HOLD_OUT_MONTHS)[number]
export const USUAL_HOLD_OUT_MONTHS = 6

/** Preselected from this many eligible households. */
export const USUAL_HOLD_OUT = { percentage: 20, fromHouseholds: 500 } as const

/** Before households of one address are drawn together. */
export const countHeldOut = (households: number, percentage: number): number =>
  Math.round((households * percentage) / 100)

const holdOutChoiceSchema = z.object({
  percentage: z.literal(HOLD_OUT_PERCENTAGES),
  contacted: z.number().int(),
  held_out: z.number().int(),
  /** Percentage points, seen in four of five campaigns. Null: no or too small a hold-out, or base not known. */
  smallest_effect: z.number().nullable(),
  is_too_small_to_measure: z.boolean(),
})
export type HoldOutChoice = z.infer<typeof holdOutChoiceSchema>

export const getHoldOutChoices = endpoint({
  name: 'getHoldOutChoices',
  method: 'GET',
  path: '/api/hold-out-choices',
  summary: 'What holding out a part of a list would show: the smallest effect that could be seen.',
  query: z.object({
    benefit_name: benefitNameSchema,
    households: z.coerce.number().int().min(0).max(10_000_000),
    months: z.coerce.number().pipe(z.literal(HOLD_OUT_MONTHS)).default(USUAL_HOLD_OUT_MONTHS),
  }),
  reply: z.object({
    choices: z.array(holdOutChoiceSchema),
    /** Who of the households not contacted came to claim, over the outcome's span; null: not known. */
    base_rate: z
      .object({ from: z.iso.date(), to: z.iso.date(), households: z.number().int(), claiming: z.number().int() })
      .nullable(),
    /** With as many monthly snapshots the base is known. Null: it is, or is hidden from the role. */
    months_needed: z.number().int().nullable(),
  }),
})

export const holdOutSchema = z.object({
  percentage: z.number().int(),
  months: z.literal(HOLD_OUT_MONTHS),
  /** As drawn. */
  households: z.number().int(),
  /** From this day other campaigns may write to them; null: not sent yet. */
  until: z.iso.date().nullable(),
  is_released: z.boolean(),
  released_on: z.iso.date().nullable(),
})
export type HoldOut = z.infer<typeof holdOutSchema>

import { z } from 'zod'
import { text } from './bounded'
import { endpoint } from './endpoint'

/** Why a household is not written to (docs/product.md#do-not-contact). A wrong number bars texts to it alone. */
export const MARK_REASONS = ['objection', 'deceased', 'moved', 'wrong_number', 'safeguarding'] as const
export type MarkReason = (typeof MARK_REASONS)[number]

const householdReference = text(64).min(1)

export const markDoNotContact = endpoint({
  name: 'markDoNotContact',
  method: 'POST',
  path: '/api/do-not-contact',
  summary: 'Leaves a household, or everybody with a number, out of campaigns from now on, also out of those under way.',
  body: z
    .object({
      household_reference: householdReference.optional(),
      /** A UK mobile number, however it is written. */
      number: text(50).min(1).optional(),
      reason: z.enum(MARK_REASONS),
    })
    .refine(({ household_reference: reference, number }) => (reference === undefined) !== (number === undefined), {
      message: 'Name a household or a number.',
    }),
  reply: z.object({
    /** Messages of campaigns under way that will not go. */
    left_out: z.number(),
  }),
})

import { z } from 'zod'

/** Mobile numbers that stand for more than one household of a list: docs/product.md#one-number-several-households. */
export const sharedNumbersSchema = z.object({
  numbers: z.number().int(),
  households: z.number().int(),
  /** Households that have the most shared number. */
  most: z.number().int(),
})
export type SharedNumbers = z.infer<typeof sharedNumbersSchema>

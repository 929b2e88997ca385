import { z } from 'zod'

/** docs/product.md#letter-templates */
const letterRefusalSchema = z.object({
  /** `line`: the one concerned. */
  faults: z.array(z.object({ words: z.string(), line: z.string().nullable() })),
  /** With faults numbered in red, as `data:` addresses. */
  pages: z.array(z.object({ page: z.number().int(), picture: z.string() })),
})
export type LetterRefusal = z.infer<typeof letterRefusalSchema>

/** `detail` for people, `code` for programs, `fields` by path (`filter_request_list.0.filter_name`). */
export const faultSchema = z.object({
  detail: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  letter: letterRefusalSchema.optional(),
})

export type FaultBody = z.infer<typeof faultSchema>

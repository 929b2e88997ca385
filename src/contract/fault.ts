import { z } from 'zod'

/**
 * Every refusal on the wire. `detail` is the sentence that people read, `code` is stable for
 * programs, `fields` names what was wrong with the input by its path (`filter_request_list.0.filter_name`).
 */
export const faultSchema = z.object({
  detail: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})

export type FaultBody = z.infer<typeof faultSchema>

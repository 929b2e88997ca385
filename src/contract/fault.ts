import { z } from 'zod'

/** `detail` for people, `code` for programs, `fields` by path (`filter_request_list.0.filter_name`). */
export const faultSchema = z.object({
  detail: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})

export type FaultBody = z.infer<typeof faultSchema>

import { z } from 'zod'

export const namedValueSchema = z.object({ name: z.string(), value: z.string() })
export type NamedValue = z.infer<typeof namedValueSchema>

/** What the thread of the server and that of its embedded database say to each other. */
import { z } from 'zod'

/** One question; each is answered, in their order. */
export const askedSchema = z.union([
  z.object({ open: z.literal(true) }),
  z.object({ messages: z.instanceof(Uint8Array) }),
  z.object({ close: z.literal(true) }),
])
export type Asked = z.infer<typeof askedSchema>

/** What PostgreSQL says, or why it could not be asked. */
export const answerSchema = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ failed: z.string() })])
export type Answer = z.infer<typeof answerSchema>

export const folderSchema = z.object({ folder: z.string() })

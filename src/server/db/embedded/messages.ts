import { z } from 'zod'

export const askedSchema = z.union([
  z.object({ open: z.literal(true) }),
  z.object({ messages: z.instanceof(Uint8Array) }),
  z.object({ close: z.literal(true) }),
])
export type Asked = z.infer<typeof askedSchema>

export const answerSchema = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ failed: z.string() })])
export type Answer = z.infer<typeof answerSchema>

export const folderSchema = z.object({ folder: z.string() })

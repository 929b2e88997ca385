import { z } from 'zod'
import { roleSchema } from '#contract/organisations/session'

/** From a page; `SKIP_WAITING` is workbox's word. */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SKIP_WAITING') }),
  z.object({ type: z.literal('CLAIM') }),
  /** Fetch what is missing of the app's files; answered with {@link missingFilesSchema}, those that the role needs. */
  z.object({ type: z.literal('KEEP_FILES'), role: roleSchema.optional() }),
])
export type ToWorker = z.infer<typeof toWorkerSchema>

/** Addresses of files that could not be kept. */
export const missingFilesSchema = z.array(z.string())

export const TABS_CHANNEL = 'doorstep-tabs'

export const toTabsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('left') }),
  /** The browser's new owner (null: unknown); other tabs reload. */
  z.object({ type: z.literal('changed'), owner: z.string().nullable() }),
])
export type ToTabs = z.infer<typeof toTabsSchema>

import { z } from 'zod'

/** From a page; `SKIP_WAITING` is workbox's word. */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SKIP_WAITING') }),
  /** Serve pages that are already open. */
  z.object({ type: z.literal('CLAIM') }),
])
export type ToWorker = z.infer<typeof toWorkerSchema>

export const TABS_CHANNEL = 'doorstep-tabs'

export const toTabsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('left') }),
  /** The browser's new owner (null: unknown); other tabs reload. */
  z.object({ type: z.literal('changed'), owner: z.string().nullable() }),
])
export type ToTabs = z.infer<typeof toTabsSchema>

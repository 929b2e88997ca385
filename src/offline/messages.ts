import { z } from 'zod'

/* What page and service worker say to each other, and tabs among themselves. */

/** From a page to the worker. `SKIP_WAITING` is workbox's word for "take over". */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SKIP_WAITING') }),
  /** Serve the open pages, also one that was on its way while the worker began. */
  z.object({ type: z.literal('CLAIM') }),
  /** Forget everything of the person; answered on the port when it is done. */
  z.object({ type: z.literal('WIPE') }),
])
export type ToWorker = z.infer<typeof toWorkerSchema>

/** From the worker to the pages: the filter catalogue that was kept is not today's any more; the new one is kept now. */
export const fromWorkerSchema = z.object({ type: z.literal('CATALOGUE_CHANGED') })
export type FromWorker = z.infer<typeof fromWorkerSchema>

/** The channel between tabs. */
export const TABS_CHANNEL = 'doorstep-tabs'

/** From a tab to the others. */
export const toTabsSchema = z.discriminatedUnion('type', [
  /** The person has left: so do you. */
  z.object({ type: z.literal('left') }),
  /** From here on this browser is that owner's (see owner.ts; `null`: it is not known yet whose): begin anew if you are not. */
  z.object({ type: z.literal('changed'), owner: z.string().nullable() }),
])
export type ToTabs = z.infer<typeof toTabsSchema>

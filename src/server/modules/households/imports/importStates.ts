import type { ImportState } from '#contract/households/imports'

/** The states in which an import can be discarded. */
export const DISCARDABLE: readonly ImportState[] = ['uploading', 'checking', 'ready', 'faulty', 'failed']

/** Files are no longer wanted. */
export const OVER: readonly ImportState[] = ['faulty', 'failed', 'published', 'discarded']

export const WAITING = { state: 'checking', doing: 'Waiting', fraction: 0 } as const

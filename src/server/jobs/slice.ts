/** How long a job goes on before it queues the rest. */
import type { JobKind, Queue } from './queue'

/** Whether a slice of a job's time, or the server's, is over. */
export function sliceOf(milliseconds: number, stopping?: AbortSignal): () => boolean {
  const until = performance.now() + milliseconds
  return () => stopping?.aborted === true || performance.now() > until
}

/** Milliseconds. */
export interface SharedSlice {
  /** After it, other jobs of the kind that wait have their turn. */
  readonly share: number
  /** Well below the job's expiry. */
  readonly most: number
}

/** A slice that goes on while no other job of its kind waits: to begin again costs time, and gives nobody a turn. */
export function sharedSliceOf(
  queue: Pick<Queue, 'isDue'>,
  kind: Pick<JobKind<never>, 'name'>,
  { share, most }: SharedSlice,
  stopping?: AbortSignal,
): () => Promise<boolean> {
  const isShareOver = sliceOf(share)
  const isOver = sliceOf(most, stopping)
  return async () => isOver() || (isShareOver() && (await queue.isDue(kind)))
}

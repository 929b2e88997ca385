import type { JobKind, Queue } from './queue'

/** How long a job runs before it queues the rest: whether its time, or the server's, is over. */
export function sliceOf(milliseconds: number, stopping?: AbortSignal): () => boolean {
  const until = performance.now() + milliseconds
  return () => stopping?.aborted === true || performance.now() > until
}

/** Milliseconds. */
export interface SharedSlice {
  /** From here on, other waiting jobs of the kind get their turn. */
  readonly share: number
  /** Well below the job's expiry. */
  readonly most: number
}

/** Goes on while no other job of its kind waits: starting again costs time, and would help no one. */
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

import type { JobKind, Queue } from './queue'

/** Whether the job's time, or the server's, is over, so that it queues the rest. */
export function createSlice(milliseconds: number, stopping?: AbortSignal): () => boolean {
  const until = performance.now() + milliseconds
  return () => stopping?.aborted === true || performance.now() > until
}

/** Milliseconds. */
export interface SharedSlice {
  /** Then other waiting jobs of the kind get their turn. */
  readonly share: number
  /** Well below the job's expiry. */
  readonly most: number
}

/** Continues while no other job of its kind waits. */
export function createSharedSlice(
  queue: Pick<Queue, 'isDue'>,
  kind: Pick<JobKind<never>, 'name'>,
  { share, most }: SharedSlice,
  stopping?: AbortSignal,
): () => Promise<boolean> {
  const isShareOver = createSlice(share)
  const isOver = createSlice(most, stopping)
  return async () => isOver() || (isShareOver() && (await queue.isDue(kind)))
}

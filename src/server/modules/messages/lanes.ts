import type { Clock } from './clock'

/** How a slice ended: nothing is left to do, or there is, after some milliseconds. */
export type SliceEnd = { readonly kind: 'over' } | { readonly kind: 'again'; readonly milliseconds: number }

/** What comes after a step: the next one, at once or after some milliseconds, or the end of the slice. */
export type Step = SliceEnd | { readonly kind: 'on' } | { readonly kind: 'wait'; readonly milliseconds: number }

export const OVER: SliceEnd = { kind: 'over' }
/** There is more to do. */
export const again = (milliseconds: number): SliceEnd => ({ kind: 'again', milliseconds })

export interface Lanes {
  /** Steps at once. */
  readonly count: number
  /** By `performance.now()`: no step begins later. */
  readonly until: number
  readonly clock: Pick<Clock, 'wait'>
  readonly isDone?: () => boolean
}

/** Does step after step, in some lanes at once. @returns what ended them all; undefined when `isDone` did. */
export async function runLanes(
  { count, until, clock, isDone = () => false }: Lanes,
  step: () => Promise<Step>,
): Promise<SliceEnd | undefined> {
  const ended: { by?: SliceEnd } = {}
  const lane = async () => {
    while (!ended.by && !isDone()) {
      const next = performance.now() > until ? again(0) : await step()
      if (next.kind === 'wait') await clock.wait(next.milliseconds)
      else if (next.kind !== 'on') ended.by ??= next
    }
  }
  await Promise.all(Array.from({ length: count }, lane))
  return ended.by
}

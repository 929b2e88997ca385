import type { Passing } from '../../jobs/directQueue'

/** Waits pass at once: the demo's campaigns are made in their months. */
export interface ToldClock extends Passing {
  readonly tell: (time: Date) => void
}

/** A clock that stands until it is set. */
export function createToldClock(): ToldClock {
  let now = 0
  return {
    tell: (time) => {
      now = time.getTime()
    },
    now: () => new Date(now),
    wait: async (milliseconds) => {
      now += milliseconds
    },
  }
}

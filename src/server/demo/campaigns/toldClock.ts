import type { Passing } from '../../jobs/directQueue'

/** A clock that is told the time, and in which a wait has passed at once: the demo's campaigns are made in their months. */
export interface ToldClock extends Passing {
  readonly tell: (time: Date) => void
}

/** A clock that stands until it is told. */
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

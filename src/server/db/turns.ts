import { AsyncLocalStorage } from 'node:async_hooks'

const lane = new AsyncLocalStorage<'background' | 'interactive'>()

/** On the embedded database, its statements yield to requests. */
export const inBackground = <T>(work: () => T): T => lane.run('background', work)

/** Whether the caller runs inside {@link inBackground}. */
export const isInBackground = (): boolean => lane.getStore() === 'background'

/** After this wait background work gets one turn. */
const MAX_WAIT_MS = 500

interface Waiting {
  readonly since: number
  readonly start: () => void
}

export interface Turns {
  take<T>(isInBackground: boolean, work: () => Promise<T>): Promise<T>
  state(): { readonly isTaken: boolean; readonly waiting: number }
}

/** The queue for one connection. @param now milliseconds */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const requests: Waiting[] = []
  const background: Waiting[] = []
  let isTaken = false
  let lastBackground = -Infinity

  function next(): Waiting | undefined {
    const [first] = background
    const isOverdue = first !== undefined && now() - Math.max(first.since, lastBackground) > MAX_WAIT_MS
    const request = isOverdue ? undefined : requests.shift()
    if (request) return request
    lastBackground = now()
    return background.shift() ?? requests.shift()
  }

  return {
    state: () => ({ isTaken, waiting: requests.length + background.length }),

    async take(isInBackground, work) {
      if (isTaken) {
        // Handed over directly, so that no newcomer can take it.
        await new Promise<void>((start) => (isInBackground ? background : requests).push({ since: now(), start }))
      }
      isTaken = true
      try {
        return await work()
      } finally {
        const waiting = next()
        if (waiting) waiting.start()
        else isTaken = false
      }
    },
  }
}

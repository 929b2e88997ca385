/**
 * Policy: the embedded database does one thing at a time, and people's requests come first. What runs in the background
 * waits until no request does; when some has waited for {@link LONGEST_WAIT_MS}, one turn goes to it: a server that is
 * always busy still sends its campaigns, and a long background queue does not get ahead of people.
 */
const LONGEST_WAIT_MS = 500

interface Waiting {
  readonly since: number
  readonly start: () => void
}

/** Hands out turns. */
export interface Turns {
  /** Does `work` when its turn comes, alone. */
  take<T>(isInBackground: boolean, work: () => Promise<T>): Promise<T>
}

/** @param now milliseconds; tests have their own. */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const requests: Waiting[] = []
  const background: Waiting[] = []
  let isTaken = false
  let lastBackground = -Infinity

  function next(): Waiting | undefined {
    const [first] = background
    const isOverdue = first !== undefined && now() - Math.max(first.since, lastBackground) > LONGEST_WAIT_MS
    const request = isOverdue ? undefined : requests.shift()
    if (request) return request
    lastBackground = now()
    return background.shift() ?? requests.shift()
  }

  return {
    async take(isInBackground, work) {
      if (isTaken) {
        // The one that had the turn hands it on, so that nothing that comes in between can take it.
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

/** Takers alternate: a free place goes to a waiting one, none above its share. */

export interface Patience {
  readonly waitMs?: number
  /** Gives up the wait, not the work. */
  readonly signal?: AbortSignal
}

export interface FairQueue {
  /** @throws WaitedTooLong after `waitMs` without a turn, or the signal’s reason */
  run<T>(whose: string, work: () => Promise<T>, waiting?: Patience): Promise<T>
}

export class WaitedTooLong extends Error {}

/** Runs `places` jobs at once, at most `share` for one taker. */
export function createFairQueue(places: number, share = places): FairQueue {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let free = places

  function startNext(): void {
    for (const [whose, [start, ...rest]] of waiting) {
      if (free === 0) return
      const isAtShare = (running.get(whose) ?? 0) >= share
      if (isAtShare || !start) continue
      waiting.delete(whose)
      if (rest.length > 0) waiting.set(whose, rest)
      count(whose, 1)
      start()
    }
  }

  function count(whose: string, change: 1 | -1): void {
    free -= change
    const left = (running.get(whose) ?? 0) + change
    if (left > 0) running.set(whose, left)
    else running.delete(whose)
  }

  const turn = (whose: string, { waitMs, signal }: Patience) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const start = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const giveUp = (reason: unknown) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        const rest = (waiting.get(whose) ?? []).filter((other) => other !== start)
        if (rest.length > 0) waiting.set(whose, rest)
        else waiting.delete(whose)
        reject(reason)
      }
      const leave = () => giveUp(signal?.reason)
      const timer = waitMs === undefined ? undefined : setTimeout(() => giveUp(new WaitedTooLong()), waitMs)
      signal?.addEventListener('abort', leave)
      waiting.set(whose, [...(waiting.get(whose) ?? []), start])
      startNext()
    })

  return {
    async run(whose, work, patience = {}) {
      await turn(whose, patience)
      try {
        return await work()
      } finally {
        count(whose, -1)
        const rest = waiting.get(whose)
        if (rest && waiting.delete(whose)) waiting.set(whose, rest)
        startNext()
      }
    },
  }
}

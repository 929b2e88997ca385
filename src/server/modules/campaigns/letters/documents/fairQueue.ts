/** Organisations take turns: a free place goes to one that waits, and none takes more places than its share. */

export interface FairQueue {
  /** @throws WaitedTooLong after `waitMs` without a turn */
  run<T>(organisationId: string, work: () => Promise<T>, waitMs?: number): Promise<T>
}

export class WaitedTooLong extends Error {}

/** Runs `places` jobs at once, at most `share` of them for one organisation. */
export function createFairQueue(places: number, share = places): FairQueue {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let free = places

  function startNext(): void {
    for (const [organisationId, [start, ...rest]] of waiting) {
      if (free === 0) return
      const isAtShare = (running.get(organisationId) ?? 0) >= share
      if (isAtShare || !start) continue
      waiting.delete(organisationId)
      if (rest.length > 0) waiting.set(organisationId, rest)
      count(organisationId, 1)
      start()
    }
  }

  function count(organisationId: string, change: 1 | -1): void {
    free -= change
    const left = (running.get(organisationId) ?? 0) + change
    if (left > 0) running.set(organisationId, left)
    else running.delete(organisationId)
  }

  const turn = (organisationId: string, waitMs: number | undefined) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        const rest = (waiting.get(organisationId) ?? []).filter((other) => other !== start)
        if (rest.length > 0) waiting.set(organisationId, rest)
        else waiting.delete(organisationId)
        reject(new WaitedTooLong())
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      waiting.set(organisationId, [...(waiting.get(organisationId) ?? []), start])
      startNext()
    })

  return {
    async run(organisationId, work, waitMs) {
      await turn(organisationId, waitMs)
      try {
        return await work()
      } finally {
        count(organisationId, -1)
        const rest = waiting.get(organisationId)
        if (rest && waiting.delete(organisationId)) waiting.set(organisationId, rest)
        startNext()
      }
    },
  }
}

/**
 * Policy: councils wait for documents by turns. However much one of them has waiting, the next free place goes to
 * another that waits, and an organisation takes no more places than its share.
 */

export interface FairQueue {
  /**
   * Does work when its turn comes.
   * @param waitMs after so long without a turn it is given up.
   * @throws WaitedTooLong when it was given up; whatever the work throws.
   */
  run<T>(organisationId: string, work: () => Promise<T>, waitMs?: number): Promise<T>
}

/** Work that had to wait for too long and was not begun. */
export class WaitedTooLong extends Error {}

/**
 * Builds a queue.
 * @param places how much work is done at once.
 * @param share how much of it for one organisation.
 */
export function createFairQueue(places: number, share = places): FairQueue {
  /** What each organisation has waiting; the organisation that goes next comes first. */
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
        // To the end of the round, also when more was added while this was being done.
        if (rest && waiting.delete(organisationId)) waiting.set(organisationId, rest)
        startNext()
      }
    },
  }
}

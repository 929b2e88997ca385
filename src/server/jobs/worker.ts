/**
 * Does one kind of work, a piece after the other. pg-boss has a loop for this, but it waits for no answer when it notes
 * how a piece ended (manager.js of 10.4, `onFetch`; timgit/pg-boss#577): a database that is away at that moment would
 * end the process. Here it is reported, and the piece is done again when its time is over.
 */
import { setTimeout } from 'node:timers/promises'

/** The part of pg-boss that is used. */
export interface Boss {
  fetch(name: string): Promise<{ readonly id: string; readonly data: unknown }[]>
  complete(name: string, id: string): Promise<void>
  fail(name: string, id: string, why: object): Promise<void>
}

export interface WorkerKind {
  readonly name: string
  /** After so long a piece is left to another. */
  readonly expiresInSeconds: number
  readonly handle: (data: unknown) => Promise<void>
}

export interface Worker {
  /** Takes no more pieces, and lets the one at hand end for so long; then it is given back. Never rejects. */
  stop(patienceMs: number): Promise<void>
}

/** Before it looks again whether there is something to do. */
const IDLE_MS = 1_000

/** Begins to work. */
export function startWorker(
  boss: Boss,
  { name, expiresInSeconds, handle }: WorkerKind,
  report: (error: unknown) => void,
  idleMs: number = IDLE_MS,
): Worker {
  const stopping = new AbortController()
  /** The piece that is being done. */
  const atHand: { id?: string } = {}
  // What a piece throws is not kept with it: the words may quote people's data.
  const giveBack = (id: string) => boss.fail(name, id, { message: 'The work failed; the log says why.' })

  /** @returns whether there was something to do. */
  async function next(): Promise<boolean> {
    const [job] = await boss.fetch(name)
    if (!job) return false
    atHand.id = job.id
    try {
      await within(expiresInSeconds * 1_000, handle(job.data))
    } catch (error) {
      report(error)
      await giveBack(job.id)
      return true
    } finally {
      delete atHand.id
    }
    await boss.complete(name, job.id)
    return true
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isBusy = await next().catch((error: unknown) => {
        report(error)
        return false
      })
      if (!isBusy) await setTimeout(idleMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const working = work()

  return {
    async stop(patienceMs) {
      stopping.abort()
      await within(patienceMs, working).catch(() =>
        atHand.id === undefined ? undefined : giveBack(atHand.id).catch(report),
      )
    },
  }
}

/** @throws Error when it takes longer. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The work took too long and is left to another worker.')
  })
  await Promise.race([work, late]).finally(() => timer.abort())
}

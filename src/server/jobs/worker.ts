/**
 * A loop of our own, because that of pg-boss (`boss.work`, 10.4) does not await what it notes of a job
 * (timgit/pg-boss#577): a database that is away at that moment would end the process.
 */
import { setTimeout } from 'node:timers/promises'

export interface Boss {
  fetch(name: string): Promise<{ readonly id: string; readonly data: unknown }[]>
  complete(name: string, id: string): Promise<void>
  fail(name: string, id: string, why: object): Promise<void>
}

export interface WorkerKind {
  readonly name: string
  readonly expiresInSeconds: number
  readonly handle: (data: unknown) => Promise<void>
}

export interface Worker {
  /** Lets the job at hand end for so long, then gives it back. Never rejects. */
  stop(patienceMs: number): Promise<void>
}

const IDLE_MS = 1_000

/** Starts a worker. */
export function startWorker(
  boss: Boss,
  { name, expiresInSeconds, handle }: WorkerKind,
  report: (error: unknown) => void,
  idleMs: number = IDLE_MS,
): Worker {
  const stopping = new AbortController()
  const atHand: { id?: string } = {}
  // An error's words may quote people's data.
  const giveBack = (id: string) => boss.fail(name, id, { message: 'The work failed; the log says why.' })

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

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The work took too long and is left to another worker.')
  })
  await Promise.race([work, late]).finally(() => timer.abort())
}

/**
 * Not `boss.work` (10.4): it does not await its bookkeeping (timgit/pg-boss#577), so an outage at that moment would end
 * the process.
 */
import { setTimeout } from 'node:timers/promises'
import { reasonOf } from './reason'

export interface Boss {
  fetch(name: string): Promise<{ readonly id: string; readonly data: unknown }[]>
  complete(name: string, id: string): Promise<void>
  fail(name: string, id: string, why: object): Promise<void>
}

export interface WorkerKind {
  readonly name: string
  readonly expiresInSeconds: number
  /** `stopping`: ends soon, whatever is left. */
  readonly handle: (data: unknown, stopping: AbortSignal) => Promise<void>
}

export interface Worker {
  /** Then fails the running job, for a retry. Never rejects. */
  stop(timeoutMs: number): Promise<void>
}

const IDLE_MS = 1_000
const LONGEST_WAIT_MS = 10_000

/** Starts a worker; failed jobs are reported and retried. */
export function startWorker(
  boss: Boss,
  { name, expiresInSeconds, handle }: WorkerKind,
  report: (error: unknown) => void,
  idleMs: number = IDLE_MS,
): Worker {
  const stopping = new AbortController()
  const current: { id?: string } = {}
  const release = (id: string, reason: string) => boss.fail(name, id, { message: reason })

  // Unrecorded, it would count as running until it expires.
  async function record(save: () => Promise<void>, until: number): Promise<void> {
    for (let wait = idleMs; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
      try {
        return await save()
      } catch (error) {
        if (stopping.signal.aborted || performance.now() + wait > until) throw error
        report(error)
      }
      await pause(wait)
    }
  }
  // When stopped, it ends at once.
  const pause = (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})

  async function next(): Promise<boolean> {
    const [job] = await boss.fetch(name)
    if (!job) return false
    const until = performance.now() + expiresInSeconds * 1_000
    current.id = job.id
    try {
      await within(expiresInSeconds * 1_000, handle(job.data, stopping.signal))
    } catch (error) {
      report(error)
      delete current.id
      await record(() => release(job.id, reasonOf(error)), until)
      return true
    }
    delete current.id
    await record(() => boss.complete(name, job.id), until)
    return true
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isBusy = await next().catch((error: unknown) => {
        report(error)
        return false
      })
      if (!isBusy) await pause(idleMs)
    }
  }
  const working = work()

  return {
    async stop(timeoutMs) {
      stopping.abort(new Error('The server is stopping.'))
      await within(timeoutMs, working).catch(() =>
        current.id === undefined ? undefined : release(current.id, 'The server stopped.').catch(report),
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

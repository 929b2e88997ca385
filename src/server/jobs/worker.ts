/**
 * Not `boss.work` (10.4), which does not await its bookkeeping (timgit/pg-boss#577): an outage then would end the
 * process.
 */
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { within } from '../lib/within'
import { describeReason } from './reason'

export interface Boss {
  fetch(name: string): Promise<{ readonly id: string; readonly data: unknown }[]>
  complete(name: string, id: string): Promise<void>
  fail(name: string, id: string, why: object): Promise<void>
}

export interface WorkerKind {
  readonly name: string
  readonly expiresInSeconds: number
  readonly handle: (data: unknown, stopping: AbortSignal) => Promise<void>
}

export interface Worker {
  /** After the timeout the running job fails, to be retried. Never rejects. */
  stop(timeoutMs: number): Promise<void>
}

/** Settles when work is due or the worker stops. Never rejects. */
export type UntilDue = (name: string, stopping: AbortSignal) => Promise<void>

export interface DueWatch {
  readonly untilDue: UntilDue
  /** Looks at once: work was queued. */
  readonly wake: () => void
}

export interface FailedJob {
  readonly kind: string
  readonly id: string
  readonly organisation?: string
}

/** @param job what was being done, where the error is its own */
export type Report = (error: unknown, job?: FailedJob) => void

const ownedData = z.object({ organisationId: z.uuid() })

function describeJob(kind: string, { id, data }: { readonly id: string; readonly data: unknown }): FailedJob {
  const owned = ownedData.safeParse(data)
  return { kind, id, ...(owned.success ? { organisation: owned.data.organisationId } : {}) }
}

const IDLE_MS = 1_000
const MAX_WAIT_MS = 10_000
/** A silently lost connection must not hold up all workers. */
const MAX_LOOK_MS = 60_000
const NOTHING: ReadonlySet<string> = new Set()

/**
 * Idle workers share one look at the queue: a second after the one before, since other servers queue work, too, or at
 * once when woken.
 * @param look the kinds that have work due
 */
export function watchDue(look: () => Promise<ReadonlySet<string>>, report: Report, idleMs: number = IDLE_MS): DueWatch {
  let looking: Promise<ReadonlySet<string>> | undefined
  let isWoken = false
  let pause: AbortController | undefined
  async function later(stopping: AbortSignal): Promise<ReadonlySet<string>> {
    const pausing = (pause = new AbortController())
    const end = () => pausing.abort()
    if (isWoken || stopping.aborted) end()
    stopping.addEventListener('abort', end)
    await setTimeout(idleMs, undefined, { signal: pausing.signal }).catch(() => {})
    stopping.removeEventListener('abort', end)
    if (stopping.aborted) return NOTHING
    isWoken = false
    return within(MAX_LOOK_MS, look(), 'The queue did not answer.').catch((error: unknown) => {
      report(error)
      return NOTHING
    })
  }
  async function untilDue(name: string, stopping: AbortSignal): Promise<void> {
    for (let due = NOTHING; !due.has(name) && !stopping.aborted; due = await looking) {
      looking ??= later(stopping).finally(() => (looking = undefined))
    }
  }
  function wake(): void {
    isWoken = true
    pause?.abort()
  }
  return { untilDue, wake }
}

/** Reports and retries failed jobs. @param untilDue awaited when idle */
export function startWorker(
  boss: Boss,
  { name, expiresInSeconds, handle }: WorkerKind,
  untilDue: UntilDue,
  report: Report,
  retryMs: number = IDLE_MS,
): Worker {
  const stopping = new AbortController()
  const current: { id?: string } = {}
  const release = (id: string, reason: string) => boss.fail(name, id, { message: reason })

  // Unrecorded, the job would count as running until it expires.
  async function record(save: () => Promise<void>, until: number): Promise<void> {
    for (let wait = retryMs; ; wait = Math.min(MAX_WAIT_MS, wait * 2)) {
      try {
        return await save()
      } catch (error) {
        if (stopping.signal.aborted || performance.now() + wait > until) throw error
        report(error)
      }
      await pause(wait)
    }
  }
  const pause = (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})

  async function next(): Promise<boolean> {
    const [job] = await boss.fetch(name)
    if (!job) return false
    const until = performance.now() + expiresInSeconds * 1_000
    current.id = job.id
    try {
      await within(expiresInSeconds * 1_000, handle(job.data, stopping.signal), TOOK_TOO_LONG)
    } catch (error) {
      report(error, describeJob(name, job))
      delete current.id
      await record(() => release(job.id, describeReason(error)), until)
      return true
    }
    delete current.id
    await record(() => boss.complete(name, job.id), until)
    return true
  }

  async function work(): Promise<void> {
    const isStopping = () => stopping.signal.aborted
    let isBusy = false
    while (!isStopping()) {
      if (!isBusy) await untilDue(name, stopping.signal)
      if (isStopping()) return
      isBusy = await next().catch((error: unknown) => {
        report(error)
        return false
      })
    }
  }
  const working = work()

  return {
    async stop(timeoutMs) {
      stopping.abort(new Error('The server is stopping.'))
      await within(timeoutMs, working, TOOK_TOO_LONG).catch(() =>
        current.id === undefined ? undefined : release(current.id, 'The server stopped.').catch(report),
      )
    },
  }
}

const TOOK_TOO_LONG = 'The work took too long and is left to another worker.'

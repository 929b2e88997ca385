/** A database change and its job commit together. */

import PgBoss from 'pg-boss'
import type { z } from 'zod'
import { withAdvisoryLock } from '../db/advisoryLock'
import { inBackground } from '../db/turns'
import type { Database } from '../db/database'
import { afterCommit, type Tx } from '../db/engine'
import { traced } from '../clients/tracing'
import { failedJobs } from '../lib/metrics'
import { findBacklog, catchUpWithClock, dueKinds, type Backlog } from './backlog'
import { deleteJobs, pendingJobs, retryPending, type PendingJob } from './pending'
import { sendInTransaction } from './send'
import {
  startWorker,
  watchDue,
  type FailedJob,
  type Report,
  type UntilDue,
  type Worker,
  type WorkerKind,
} from './worker'

export interface JobKind<Data extends object> {
  readonly name: string
  /** May come from an older version. */
  readonly data: z.ZodType<Data>
  /** At most one job with this key waits. */
  readonly oneWaiting?: (data: Data) => string
  readonly expiresInSeconds?: number
  readonly workers?: number
}

/** @param stopping aborted when the server stops: a long job queues the rest and ends, or is retried */
export type JobHandler<Data extends object> = (data: Data, stopping: AbortSignal) => Promise<void>

export interface Queue {
  /** Call before {@link Queue.start}; also `reportTo` and `whenStarted`. */
  work<Data extends object>(kind: JobKind<Data>, handle: JobHandler<Data>): void
  reportTo(listener: (error: Error, job?: FailedJob) => void): void
  whenStarted(work: () => Promise<void>): void
  /** Rolls back with `tx`. */
  send<Data extends object>(tx: Tx, kind: JobKind<Data>, data: Data, options?: { afterSeconds?: number }): Promise<void>
  start(): Promise<void>
  prepare(): Promise<void>
  isDue(kind: Pick<JobKind<never>, 'name'>): Promise<boolean>
  /** Kinds worked on here, also without jobs. */
  kinds(): readonly string[]
  /** Unfinished jobs. @throws before {@link Queue.start} and without a database */
  backlog(): Promise<Backlog[]>
  pending(): Promise<{ jobs: PendingJob[]; total: number }>
  /** @returns the organisation's id (null: none); undefined unless the job failed or waits for a retry */
  retry(id: string): Promise<string | null | undefined>
  /** Deletes an organisation's jobs, or a kind's done ones: results may name a household. */
  forget(organisationId: string, doneOf?: string): Promise<void>
  /** Stops taking jobs, and gives back those that do not end in 2 s; jobs can still be sent. */
  rest(): Promise<void>
  stop(): Promise<void>
}

/** Over a week. */
const RETRIES = 40

const KEEP_FAILED_SECONDS = 30 * 24 * 60 * 60

/** A server has 5 s to stop. */
const STOP_TIMEOUT_MS = 2_000

const CLOCK_WATCH_MS = 60_000

interface Registration extends WorkerKind {
  readonly isOneWaiting: boolean
  readonly workers: number
}

/** Nothing runs before {@link Queue.start}. */
export function createQueue(database: Database): Queue {
  const registrations: Registration[] = []
  const listeners: ((error: Error, job?: FailedJob) => void)[] = []
  const report: Report = (error, job) => {
    for (const listener of listeners) listener(asError(error), job)
  }
  const starters: (() => Promise<void>)[] = []
  const { untilDue, wake } = watchDue(() => dueKinds(database), report)
  let boss: PgBoss | undefined
  let workers: Worker[] = []
  let clockWatch: NodeJS.Timeout | undefined
  let resting: Promise<unknown> | undefined
  const rest = async () => {
    await (resting ??= Promise.all(workers.map((worker) => worker.stop(STOP_TIMEOUT_MS))))
  }

  const requireBoss = () => {
    if (!boss) throw new Error('The queue has not been started.')
    return boss
  }

  return {
    ...storedJobs(database),

    work(kind, handle) {
      failedJobs.inc({ kind: kind.name }, 0)
      registrations.push(findRegistration(kind, handle))
    },

    whenStarted(work) {
      starters.push(work)
    },

    async send(tx, kind, data, { afterSeconds } = {}) {
      await sendInTransaction(tx, requireBoss(), { kind: kind.name, data, key: kind.oneWaiting?.(data), afterSeconds })
      if (afterSeconds === undefined) afterCommit(tx, wake)
    },

    reportTo(listener) {
      listeners.push(listener)
    },

    async prepare() {
      await (await prepareBoss(database, registrations, report)).stop({ graceful: false, close: false })
    },

    async start() {
      const starting = await prepareBoss(database, registrations, report)
      clockWatch = await watchClock(database, report)
      boss = starting
      workers = startWorkers(starting, registrations, untilDue, report)
      wake()
      for (const work of starters) await work()
    },

    kinds: () => registrations.map(({ name }) => name),

    async backlog() {
      requireBoss()
      return findBacklog((text) => database.executeSql(text))
    },

    rest,
    async stop() {
      if (!boss) return
      clearInterval(clockWatch)
      await rest()
      await boss.stop({ graceful: false, close: false })
      boss = undefined
      resting = undefined
    },
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('The work failed with something that is not an error.')
}

function findRegistration<Data extends object>(kind: JobKind<Data>, handle: JobHandler<Data>): Registration {
  return {
    name: kind.name,
    expiresInSeconds: kind.expiresInSeconds ?? 15 * 60,
    isOneWaiting: kind.oneWaiting !== undefined,
    workers: kind.workers ?? 1,
    handle: (stored, stopping) =>
      traced(`job ${kind.name}`, async () => handle(kind.data.parse(stored), stopping)).catch((error: unknown) => {
        failedJobs.inc({ kind: kind.name })
        throw error
      }),
  }
}

async function prepareBoss(
  database: Database,
  registrations: readonly Registration[],
  report: (error: unknown) => void,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    schedule: false,
    archiveFailedAfterSeconds: KEEP_FAILED_SECONDS,
  })
  boss.on('error', report)
  await withAdvisoryLock(database, 'queueStart', async () => {
    await boss.start()
    const made = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const { name, isOneWaiting, expiresInSeconds } of registrations.filter((kind) => !made.has(kind.name))) {
      await boss.createQueue(name, {
        name,
        policy: isOneWaiting ? 'short' : 'standard',
        retryLimit: RETRIES,
        retryDelay: 1,
        retryBackoff: true,
        expireInSeconds: expiresInSeconds,
      })
    }
  })
  return boss
}

async function watchClock(database: Database, report: (error: unknown) => void): Promise<NodeJS.Timeout> {
  const catchUp = () => catchUpWithClock(database).catch(report)
  await catchUp()
  return setInterval(() => void catchUp(), CLOCK_WATCH_MS).unref()
}

function startWorkers(
  boss: PgBoss,
  registrations: readonly Registration[],
  untilDue: UntilDue,
  report: Report,
): Worker[] {
  return inBackground(() =>
    registrations.flatMap((kind) =>
      Array.from({ length: kind.workers }, () => startWorker(boss, kind, untilDue, report)),
    ),
  )
}

function storedJobs(database: Database): Pick<Queue, 'isDue' | 'pending' | 'retry' | 'forget'> {
  const execute = (text: string, values?: unknown[]) => database.executeSql(text, values)
  return {
    isDue: async ({ name }) => (await dueKinds(database)).has(name),
    pending: () => pendingJobs(execute),
    retry: (id) => retryPending(execute, id),
    forget: (organisationId, doneOf) => deleteJobs(execute, organisationId, doneOf),
  }
}

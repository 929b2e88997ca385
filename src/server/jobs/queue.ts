/** A database change and its job commit together. */

import PgBoss from 'pg-boss'
import { z } from 'zod'
import { sql, type SQL } from 'drizzle-orm'
import { withAdvisoryLock } from '../db/advisoryLock'
import { inBackground } from '../db/turns'
import type { Database } from '../db/database'
import type { Tx } from '../db/engine'
import { recordsClock } from '../db/time'
import { traced } from '../clients/tracing'
import { failedJobs } from '../lib/metrics'
import { backlogOf, catchUpWithClock, dueKinds, type Backlog } from './backlog'
import { deleteJobs, pendingJobs, retryPending, type PendingJob } from './pending'
import { startWorker, watchDue, type Worker, type WorkerKind } from './worker'
import { rowsOf } from '../db/rows'

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
  /** Register before {@link Queue.start}; so too `reportTo` and `whenStarted`. */
  work<Data extends object>(kind: JobKind<Data>, handle: JobHandler<Data>): void
  reportTo(listener: (error: Error) => void): void
  whenStarted(work: () => Promise<void>): void
  /** Rolls back with `tx`. */
  send<Data extends object>(tx: Tx, kind: JobKind<Data>, data: Data, options?: { afterSeconds?: number }): Promise<void>
  start(): Promise<void>
  prepare(): Promise<void>
  isDue(kind: Pick<JobKind<never>, 'name'>): Promise<boolean>
  /** Kinds with unfinished jobs. @throws before {@link Queue.start} and without a database */
  backlog(): Promise<Backlog[]>
  pending(): Promise<{ jobs: PendingJob[]; total: number }>
  /** @returns the organisation's id (null for none); undefined unless the job failed or waits for a retry */
  retry(id: string): Promise<string | null | undefined>
  /** Deletes an organisation's jobs, or a kind's that are done: their results may name a household. */
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
  const listeners: ((error: Error) => void)[] = []
  const report = (error: unknown) => {
    const reported = error instanceof Error ? error : new Error('The work failed with something that is not an error.')
    for (const listener of listeners) listener(reported)
  }
  const starters: (() => Promise<void>)[] = []
  let boss: PgBoss | undefined
  let workers: Worker[] = []
  let clockWatch: NodeJS.Timeout | undefined
  let resting: Promise<unknown> | undefined
  const rest = async () => {
    await (resting ??= Promise.all(workers.map((worker) => worker.stop(STOP_TIMEOUT_MS))))
  }

  async function prepared(): Promise<PgBoss> {
    const starting = new PgBoss({
      db: { executeSql: (text, values) => database.executeSql(text, values) },
      schedule: false,
      archiveFailedAfterSeconds: KEEP_FAILED_SECONDS,
    })
    starting.on('error', report)
    await withAdvisoryLock(database, 'queueStart', async () => {
      await starting.start()
      for (const { name, isOneWaiting, expiresInSeconds } of registrations) {
        await starting.createQueue(name, {
          name,
          policy: isOneWaiting ? 'short' : 'standard',
          retryLimit: RETRIES,
          retryDelay: 1,
          retryBackoff: true,
          expireInSeconds: expiresInSeconds,
        })
      }
    })
    return starting
  }

  return {
    work(kind, handle) {
      registrations.push({
        name: kind.name,
        expiresInSeconds: kind.expiresInSeconds ?? 15 * 60,
        isOneWaiting: kind.oneWaiting !== undefined,
        workers: kind.workers ?? 1,
        handle: (stored, stopping) =>
          traced(`job ${kind.name}`, async () => handle(kind.data.parse(stored), stopping)).catch((error: unknown) => {
            failedJobs.inc({ kind: kind.name })
            throw error
          }),
      })
    },

    whenStarted(work) {
      starters.push(work)
    },

    async send(tx, kind, data, { afterSeconds } = {}) {
      if (!boss) throw new Error('The queue has not been started.')
      const db = { executeSql: (text: string, values: unknown[]) => withOwnRights(tx, text, values) }
      const key = kind.oneWaiting?.(data)
      const options = {
        db,
        ...(key === undefined ? {} : { singletonKey: key }),
        // The database's own clock decides. pg-boss casts the value both ways: a time, not seconds.
        ...(afterSeconds === undefined
          ? {}
          : { startAfter: new Date((await recordsClock.now(tx)).getTime() + afterSeconds * 1000) }),
      }
      // Otherwise the waiting job could run, and end, before `tx` commits what it should find.
      for (let attempt = 0; attempt < SEND_ATTEMPTS; attempt++) {
        if ((await boss.send(kind.name, data, options)) !== null) return
        if (key !== undefined && (await db.executeSql(HOLD_WAITING, [kind.name, key])).rows.length > 0) return
      }
      throw new Error(`The queue takes no job of the kind ${kind.name}.`)
    },

    reportTo(listener) {
      listeners.push(listener)
    },

    async prepare() {
      await (await prepared()).stop({ graceful: false, close: false })
    },

    async start() {
      const starting = await prepared()
      const catchUp = () => catchUpWithClock(database).catch(report)
      await catchUp()
      clockWatch = setInterval(() => void catchUp(), CLOCK_WATCH_MS).unref()
      boss = starting
      const untilDue = watchDue(() => dueKinds(database), report)
      workers = inBackground(() =>
        registrations.flatMap((kind) =>
          Array.from({ length: kind.workers }, () => startWorker(starting, kind, untilDue, report)),
        ),
      )
      for (const work of starters) await work()
    },

    isDue: async ({ name }) => (await dueKinds(database)).has(name),

    async backlog() {
      if (!boss) throw new Error('The queue has not been started.')
      return backlogOf((text) => database.executeSql(text))
    },

    pending: () => pendingJobs((text, values) => database.executeSql(text, values)),
    retry: (id) => retryPending((text, values) => database.executeSql(text, values), id),

    forget: (organisationId, doneOf) =>
      deleteJobs((text, values) => database.executeSql(text, values), organisationId, doneOf),

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

/** A worker may take the waiting job between sending and locking it. */
const SEND_ATTEMPTS = 10

/**
 * A shared lock, so that senders do not wait for each other; workers skip the row until the sender's transaction ends.
 */
const HOLD_WAITING = `select id from pgboss.job where name = $1 and singleton_key = $2 and state = 'created' for share`

/** Runs pg-boss's SQL in a request's transaction, whose role may not access the queue's tables. */
async function withOwnRights(tx: Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const [before] = rowsOf(await tx.execute(sql`select current_setting('role') as role`), z.object({ role: z.string() }))
  await tx.execute(sql`set local role none`)
  const rows = rowsOf(await tx.execute(numbered(text, values)), z.unknown())
  if (before?.role === 'doorstep_app') await tx.execute(sql`set local role doorstep_app`)
  return { rows }
}

function numbered(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(parts.map((part, index) => (index % 2 ? sql.param(values[Number(part) - 1]) : sql.raw(part))))
}

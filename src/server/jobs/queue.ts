/**
 * The work queue: pg-boss in the same database, so that a record and the work it asks for are
 * written together or not at all.
 */
import { sql, type SQL } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { z } from 'zod'
import { alone } from '../db/alone'
import { inBackground } from '../db/background'
import type { Database, Tx } from '../db/database'
import { rowsOf } from '../db/rows'
import { startWorker, type Worker, type WorkerKind } from './worker'

/** A kind of work and what a piece of it carries. */
export interface JobKind<Data extends object> {
  readonly name: string
  /** Parses what was stored, perhaps by an older version of this program. */
  readonly data: z.ZodType<Data>
  /** Names what a piece is about, of which one waits at a time: queueing another is none. */
  readonly oneWaiting?: (data: Data) => string
  /** After how long a piece that its worker never finished is given to another. 15 minutes where nothing is said. */
  readonly expiresInSeconds?: number
  /** How many pieces are worked on at once. One where nothing is said. */
  readonly workers?: number
}

export interface Queue {
  /** Says who does a kind of work. Before {@link Queue.start}. */
  work<Data extends object>(kind: JobKind<Data>, handle: (data: Data) => Promise<void>): void
  /** Who hears of work that failed and of trouble with the queue itself; before {@link Queue.start}. */
  reportTo(listener: (error: Error) => void): void
  /** Says what is to be done once the workers have started, e.g. to take up what a crash left half done. Before {@link Queue.start}. */
  whenStarted(work: () => Promise<void>): void
  /**
   * Queues work inside `tx`: it becomes visible to the workers when `tx` is committed, and vanishes with it.
   * @param options.afterSeconds not before so many seconds from now
   */
  send<Data extends object>(tx: Tx, kind: JobKind<Data>, data: Data, options?: { afterSeconds?: number }): Promise<void>
  /** Starts the workers. */
  start(): Promise<void>
  /** Lets the work at hand finish (up to 20 s), then stops. */
  stop(): Promise<void>
}

/**
 * Tries after the first of work that fails, each after about twice the wait of the one before, up to most of a day:
 * they reach over more than a week, so that what the operator has to put right (a full disk, a store that is away)
 * leaves nothing undone.
 */
const RETRIES = 40

const PATIENCE_MS = 20_000

interface Registration extends WorkerKind {
  readonly isOneWaiting: boolean
  readonly workers: number
}

/** Builds the queue; nothing runs before {@link Queue.start}. */
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

  return {
    work(kind, handle) {
      registrations.push({
        name: kind.name,
        expiresInSeconds: kind.expiresInSeconds ?? 15 * 60,
        isOneWaiting: kind.oneWaiting !== undefined,
        workers: kind.workers ?? 1,
        handle: async (stored) => handle(kind.data.parse(stored)),
      })
    },

    whenStarted(work) {
      starters.push(work)
    },

    async send(tx, kind, data, { afterSeconds } = {}) {
      if (!boss) throw new Error('The queue has not been started.')
      await boss.send(kind.name, data, {
        db: { executeSql: (text, values) => withOwnRights(tx, text, values) },
        ...(kind.oneWaiting ? { singletonKey: kind.oneWaiting(data) } : {}),
        // A time, not a number of seconds: pg-boss casts the value both ways, and a number is no time.
        ...(afterSeconds === undefined ? {} : { startAfter: new Date(Date.now() + afterSeconds * 1000) }),
      })
    },

    reportTo(listener) {
      listeners.push(listener)
    },

    async start() {
      const starting = new PgBoss({
        db: { executeSql: (text, values) => database.executeSql(text, values) },
        // Nothing here runs by the clock.
        schedule: false,
      })
      starting.on('error', report)
      await alone(database, START_LOCK, async () => {
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
      boss = starting
      // Nobody waits for what is queued.
      workers = inBackground(() =>
        registrations.flatMap((kind) =>
          Array.from({ length: kind.workers }, () => startWorker(starting, kind, report)),
        ),
      )
      for (const work of starters) await work()
    },

    async stop() {
      if (!boss) return
      await Promise.all(workers.map((worker) => worker.stop(PATIENCE_MS)))
      await boss.stop({ graceful: false, close: false })
      boss = undefined
    },
  }
}

/**
 * Any number that nothing else in the database locks: 'doorstep queue' read as digits. Several servers may start at
 * once on an empty PostgreSQL, and pg-boss makes its schema unguarded.
 */
const START_LOCK = 36_677_838

/** The queue's tables belong to the system: the role that answers requests may not read them. */
async function withOwnRights(tx: Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const [before] = rowsOf(await tx.execute(sql`select current_setting('role') as role`), z.object({ role: z.string() }))
  await tx.execute(sql`set local role none`)
  const rows = rowsOf(await tx.execute(numbered(text, values)), z.unknown())
  if (before?.role === 'doorstep_app') await tx.execute(sql`set local role doorstep_app`)
  return { rows }
}

/** pg-boss writes `$1`; drizzle wants the values in place. */
function numbered(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(parts.map((part, index) => (index % 2 ? sql.param(values[Number(part) - 1]) : sql.raw(part))))
}

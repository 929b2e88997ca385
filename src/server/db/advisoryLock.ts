import { sql } from 'drizzle-orm'
import type { DatabaseEngine, Tx } from './engine'

/** Arbitrary numbers. They stay: servers of two versions may run at once. */
export const ADVISORY_LOCKS = {
  demo: 36_677_836,
  migration: 36_677_837,
  /** pg-boss creates its schema without a lock. */
  queueStart: 36_677_838,
  /** Two servers would count the same file twice. */
  forgetting: 36_677_840,
} as const

/** Of a database; its type would come back here through PostgreSQL's migration. */
interface Lockable {
  readonly engine: DatabaseEngine['kind']
  asSystem(work: (tx: Tx) => Promise<void>): Promise<void>
}

/**
 * Runs work under an advisory lock, for servers that start together. The embedded engine has one process and would
 * deadlock.
 */
export async function withAdvisoryLock(
  database: Lockable,
  lock: keyof typeof ADVISORY_LOCKS,
  work: () => Promise<void>,
): Promise<void> {
  if (database.engine === 'embedded') return work()
  await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`)
    await work()
  })
}

import { sql } from 'drizzle-orm'
import type { DatabaseEngine, Tx } from './engine'

/** Arbitrary, but fixed: two versions may run at once. */
export const ADVISORY_LOCKS = {
  demo: 36_677_836,
  migration: 36_677_837,
  /** pg-boss creates its schema without a lock. */
  queueStart: 36_677_838,
  /** Two servers would count the same file twice. */
  forgetting: 36_677_840,
} as const

/** Database's type would be a circular import through PostgreSQL's migration. */
interface Lockable {
  readonly engine: DatabaseEngine['kind']
  asSystem(work: (tx: Tx) => Promise<void>): Promise<void>
}

/** For servers that start together. The embedded engine has one process and would deadlock. */
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

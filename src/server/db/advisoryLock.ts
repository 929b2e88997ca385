import { sql } from 'drizzle-orm'
import type { Database } from './database'

/**
 * Runs work under an advisory lock, for servers that start together. The embedded engine has one process and would
 * deadlock.
 * @param lock a unique number
 */
export async function withAdvisoryLock(database: Database, lock: number, work: () => Promise<void>): Promise<void> {
  if (database.engine === 'embedded') return work()
  await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
    await work()
  })
}

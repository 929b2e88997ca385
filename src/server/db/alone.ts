import { sql } from 'drizzle-orm'
import type { Database } from './database'

/**
 * Does something that servers which start together must do one after the other. The embedded engine belongs to one
 * process, and would wait for its own transaction for ever.
 * @param lock a number that nothing else locks in the database
 */
export async function alone(database: Database, lock: number, work: () => Promise<void>): Promise<void> {
  if (database.engine === 'embedded') return work()
  await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
    await work()
  })
}

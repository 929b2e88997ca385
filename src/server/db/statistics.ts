/**
 * The embedded engine has no autovacuum: thinking a table small, the planner sorts 100,000 recipients for every 15
 * sent.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from './engine'

/** ANALYZE samples 300 times as many rows. */
const TARGET = 10

/** After filling a large table. Needs a system transaction. */
export async function gatherStatistics(tx: Tx, table: 'contacts' | 'recipients'): Promise<void> {
  await tx.execute(sql`select set_config('default_statistics_target', ${String(TARGET)}, true)`)
  await tx.execute(sql`analyze ${sql.identifier(table)}`)
}

/** Forgets the statistics of deleted rows. Needs its own system transaction. */
export const forgetStatistics = (tx: Tx): Promise<unknown> => tx.execute(sql`select gather_statistics()`)

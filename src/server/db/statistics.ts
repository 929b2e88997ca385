/**
 * The embedded engine has no autovacuum, and for a table thought small the planner sorts 100,000 recipients for every
 * 15 sent.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from './database'

/** Samples 300 × as many rows. */
const TARGET = 10

/** Runs ANALYZE after filling a large table; needs a system transaction. */
export async function gatherStatistics(tx: Tx, table: 'contacts' | 'recipients'): Promise<void> {
  await tx.execute(sql`select set_config('default_statistics_target', ${String(TARGET)}, true)`)
  await tx.execute(sql`analyze ${sql.identifier(table)}`)
}

/** After rows were forgotten: what the planner knows of them goes too. Needs a system transaction of its own. */
export const forgetStatistics = (tx: Tx): Promise<unknown> => tx.execute(sql`select gather_statistics()`)

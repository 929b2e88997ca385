import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../db/database'
import { rowsOf } from '../db/rows'

/** Runs SQL of pg-boss in a request's transaction, whose role may not access the queue's tables. */
export async function withOwnRights(tx: Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
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

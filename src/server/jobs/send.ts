import type PgBoss from 'pg-boss'
import { z } from 'zod'
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/engine'
import { parseRows } from '../db/rows'
import { recordsClock } from '../db/time'

interface NewJob {
  readonly kind: string
  readonly data: object
  readonly key: string | undefined
  readonly afterSeconds: number | undefined
}

/** Rolls back with `tx`. @throws when pg-boss refuses the job and none with its key waits */
export async function sendInTransaction(
  tx: Tx,
  boss: PgBoss,
  { kind, data, key, afterSeconds }: NewJob,
): Promise<void> {
  const db = { executeSql: (text: string, values: unknown[]) => withOwnRights(tx, text, values) }
  const options = {
    db,
    ...(key === undefined ? {} : { singletonKey: key }),
    // The database's clock decides. pg-boss casts both ways: a time, not seconds.
    ...(afterSeconds === undefined
      ? {}
      : { startAfter: new Date((await recordsClock.now(tx)).getTime() + afterSeconds * 1000) }),
  }
  // Otherwise the waiting job could end before `tx` commits what it should find.
  for (let attempt = 0; attempt < SEND_ATTEMPTS; attempt++) {
    if ((await boss.send(kind, data, options)) !== null) return
    if (key !== undefined && (await db.executeSql(HOLD_WAITING, [kind, key])).rows.length > 0) return
  }
  throw new Error(`The queue takes no job of the kind ${kind}.`)
}

/** A worker may take the job between sending and locking. */
const SEND_ATTEMPTS = 10

/** Shared, so senders do not wait for each other; workers skip the row until the transaction ends. */
const HOLD_WAITING = `select id from pgboss.job where name = $1 and singleton_key = $2 and state = 'created' for share`

/** The request's role may not access the queue's tables. */
async function withOwnRights(tx: Tx, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const [before] = parseRows(
    await tx.execute(sql`select current_setting('role') as role`),
    z.object({ role: z.string() }),
  )
  await tx.execute(sql`set local role none`)
  const rows = parseRows(await tx.execute(numbered(text, values)), z.unknown())
  if (before?.role === 'doorstep_app') await tx.execute(sql`set local role doorstep_app`)
  return { rows }
}

function numbered(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(parts.map((part, index) => (index % 2 ? sql.param(values[Number(part) - 1]) : sql.raw(part))))
}

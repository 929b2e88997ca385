import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase, type Database, type Tx } from '../../src/server/db/database'
import { rowsOf } from '../../src/server/db/rows'
import { createQueue } from '../../src/server/jobs/queue'
import { freshPostgres } from './harness/engines'

let database: Database
let drop: () => Promise<void>

beforeEach(async () => {
  const fresh = await freshPostgres()
  drop = fresh.drop
  database = await openDatabase({ url: fresh.url })
})
afterEach(async () => {
  await database.close()
  await drop()
})

const numberOf = async (tx: Tx, statement: string) =>
  rowsOf(await tx.execute(sql.raw(`select ${statement} as number`)), z.object({ number: z.number() }))[0]?.number

// An `error` event that nobody hears ends the process: the run of the tests fails by it.
test('a connection that PostgreSQL ends in the middle of a transaction fails that transaction alone', async () => {
  const broken = database.asSystem(async (tx) => {
    const id = await numberOf(tx, 'pg_backend_pid()')
    await database.executeSql('select pg_terminate_backend($1)', [id])
    const isGone = async () =>
      (await database.executeSql('select 1 from pg_stat_activity where pid = $1', [id])).rows.length === 0
    await vi.waitUntil(isGone, { timeout: 30_000 })
    await tx.execute(sql`select 1`)
  })
  await expect(broken).rejects.toThrow()
  expect(await database.asSystem((tx) => numberOf(tx, '1'))).toBe(1)
})

test('work that fails is tried again for more than a week, whatever it is', async () => {
  const queue = createQueue(database)
  queue.work({ name: 'anything', data: z.object({}) }, async () => {})
  await queue.start()
  // The least that pg-boss waits before each try: half of 2 seconds, doubled each time, 16 times.
  const days = await database.asSystem((tx) =>
    numberOf(
      tx,
      `(select sum(q.retry_delay * 2 ^ least(16, try) / 2)::float8 from pgboss.queue q, generate_series(1, q.retry_limit) as try
        where q.name = 'anything') / 86400`,
    ),
  )
  await queue.stop()
  expect(days).toBeGreaterThan(7)
})

import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase, type Database } from '../../src/server/db/database'
import type { Tx } from '../../src/server/db/engine'
import { parseRows } from '../../src/server/db/rows'
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
  parseRows(await tx.execute(sql.raw(`select ${statement} as number`)), z.object({ number: z.number() }))[0]?.number

// An `error` event that nobody hears ends the process: the run of the tests fails by it.
test('a connection that PostgreSQL ends in the middle of a transaction fails that transaction alone', async () => {
  const broken = database.asSystem(async (tx) => {
    const id = await numberOf(tx, 'pg_backend_pid()')
    await database.executeSql('select pg_terminate_backend($1)', [id])
    const isGone = async () =>
      (await database.executeSql('select 1 from pg_stat_activity where pid = $1', [id])).rows.length === 0
    await vi.waitUntil(isGone)
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

test('work that waits already runs after a change that asks for it again, and so finds it', async () => {
  const queue = createQueue(database)
  const found: number[] = []
  const others: string[] = []
  const kind = { name: 'one-waiting', data: z.object({}), oneWaiting: () => 'one' }
  const other = { name: 'other', data: z.object({ name: z.string() }) }
  queue.work(kind, async () => {
    found.push((await database.executeSql('select from changes')).rows.length)
  })
  queue.work(other, async ({ name }) => void others.push(name))
  await queue.start()
  await database.executeSql('create table changes (id integer)')
  await database.asSystem((tx) => queue.send(tx, kind, {}, { afterSeconds: 1 }))
  await database.asSystem(async (tx) => {
    await tx.execute(sql`insert into changes values (1)`)
    await queue.send(tx, kind, {})
    // By then a worker has looked for what waits.
    for (const name of ['first', 'second']) {
      await database.asSystem((another) => queue.send(another, other, { name }, { afterSeconds: 1 }))
      await vi.waitUntil(() => others.includes(name))
    }
  })
  await vi.waitUntil(() => found.length > 0)
  await queue.stop()
  expect(found).toEqual([1])
})

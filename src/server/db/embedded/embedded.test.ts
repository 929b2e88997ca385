import { setImmediate } from 'node:timers/promises'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inBackground } from '../turns'
import { openDatabase, type Database } from '../database'

let folder: string
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-embedded-'))
  database = await openDatabase({ folder })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('a statement that takes long leaves the event loop free', async () => {
  const order: string[] = []
  const asked = database
    .asSystemWithoutTransaction((tx) => tx.execute(sql`select count(*) from generate_series(1, 1000000)`))
    .then(() => order.push('answer'))
  // Held by the statement, the loop would come to this only after the answer.
  for (let turn = 0; turn < 3; turn++) await setImmediate().then(() => order.push('turn'))
  await asked
  expect(order).toEqual(['turn', 'turn', 'turn', 'answer'])
})

test('what runs in the background lets the transactions of requests go first', async () => {
  const order: string[] = []
  const held: { release?: () => void } = {}
  const first = database.asSystem(async () => new Promise<void>((release) => (held.release = release)))
  const background = inBackground(() => database.asSystem(async () => order.push('background')))
  const request = database.forOrganisation('00000000-0000-4000-8000-000000000000', async () => order.push('request'))
  while (!held.release) await setImmediate()
  held.release()
  await Promise.all([first, background, request])
  expect(order).toEqual(['request', 'background'])
})

test('a transaction that fails leaves nothing behind, and the next one finds a sound connection', async () => {
  const fails = database.asSystem(async (tx) => {
    await tx.execute(sql`create table left_behind (id int)`)
    await tx.execute(sql`select 1 / 0`)
  })
  await expect(fails).rejects.toThrow()
  const found = database.asSystem((tx) => tx.execute(sql`select to_regclass('left_behind') as name`))
  expect(await found).toMatchObject({ rows: [{ name: null }] })
})

test('PostgreSQL that aborts is lost at once, in words, and keeps what it acknowledged', async () => {
  const at = join(folder, 'aborts')
  const failing = await openDatabase({ folder: at })
  await failing.executeSql('create table kept (id int)')
  await failing.executeSql('insert into kept values (1)')
  // Without it a checkpoint is a PANIC.
  const control = join(at, 'database/global/pg_control')
  await rename(control, `${control}.away`)
  const words = `The embedded database in ${join(at, 'database')} stopped working, so that Doorstep stops too. What was saved is kept. Start it again; if it stops again, see whether the disk is whole and the machine has memory left.`
  await expect(failing.asSystem((tx) => tx.execute(sql`checkpoint`))).rejects.toThrow(words)
  expect((await failing.lost).message).toBe(words)
  await expect(failing.executeSql('select 1')).rejects.toThrow(words)
  await failing.close().catch(() => {})

  await rename(`${control}.away`, control)
  const again = await openDatabase({ folder: at })
  expect((await again.executeSql('select id from kept')).rows).toEqual([{ id: 1 }])
  await again.close()
})

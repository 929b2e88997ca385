import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase, openDatabase } from './database'
import { queuedItemSchema } from './queuedWork'
import { databaseTable } from './table'
import { databaseNameOf } from './owner'

const owner = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }

test('a database is named by a digest: it does not reveal whose it is, and differs for person, organisation and view', async () => {
  const name = await databaseNameOf(owner)
  expect(name).toMatch(/^doorstep-[0-9a-f]{32}$/)
  expect(await databaseNameOf(owner)).toBe(name)
  for (const change of [
    { email: 'x' },
    { organisation: 'glanmor' },
    { viewedAs: { role: null } },
    { viewedAs: { role: 'Viewer' } },
  ]) {
    expect(await databaseNameOf({ ...owner, ...change })).not.toBe(name)
  }
})

test('a queue of version 1 is opened by today’s version, and its items can be sent', async () => {
  const earlier = new Dexie('doorstep-earlier')
  earlier.version(1).stores({ templates: 'template_id', drafts: 'id', queue: 'id', kept: 'id' })
  await earlier.open()
  const id = crypto.randomUUID()
  await earlier.table('queue').add({
    id,
    position: 1,
    command: {
      kind: 'create-template',
      body: {
        template_name: 'Kept',
        filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['owned'] }],
      },
    },
    state: 'waiting',
    detail: null,
    queuedAt: new Date().toISOString(),
  })
  earlier.close()

  const database = await openDatabase('doorstep-earlier')
  const items = await databaseTable(database, 'queue', queuedItemSchema).list()
  expect(items).toMatchObject([{ id, attempts: 0, notBefore: 0, state: 'waiting' }])
  expect(await database.quarantined.count()).toBe(0)
  database.close()
})

test('records that version 2 set aside are in the quarantine of today’s version', async () => {
  const earlier = new Dexie('doorstep-quarantine')
  earlier.version(2).stores({ templates: 'template_id', drafts: 'id', queue: 'id', kept: 'id', setAside: '++id' })
  await earlier.open()
  const record = { table: 'drafts', record: { id: 'x' }, reason: 'no' }
  await earlier.table('setAside').add({ ...record, setAsideAt: '2026-11-21T09:00:00.000Z' })
  earlier.close()

  const database = await openDatabase('doorstep-quarantine')
  expect(await database.quarantined.toArray()).toEqual([
    { ...record, id: 1, quarantinedAt: '2026-11-21T09:00:00.000Z' },
  ])
  database.close()
})

test('a database that another tab removes does not come back with the next reading or writing', async () => {
  const database = await openDatabase('doorstep-wiped')
  const table = databaseTable(database, 'queue', queuedItemSchema)
  const watcher = vi.fn()
  const stop = table.watch(watcher)
  await vi.waitFor(() => expect(watcher).toHaveBeenCalledWith([]))
  await removedElsewhere('doorstep-wiped')
  await expect(database.table('drafts').put({ id: 'typed' })).rejects.toThrow(/closed/)
  await expect(table.list()).rejects.toThrow(/closed/)
  expect(await databaseNames()).not.toContain('doorstep-wiped')
  stop()
})

/** As another tab does it: past this one's Dexie. */
const removedElsewhere = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('refused'))
  })

test('what is written is on the disk before it counts as kept', async () => {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const database = await openDatabase('doorstep-durable')
  await database.inTransaction(['queue'], () => database.table('queue').put({ id: 'one' }))
  expect(begun).toHaveBeenLastCalledWith(expect.anything(), 'readwrite', { durability: 'strict' })
  begun.mockRestore()
  database.close()
})

test('only databases of Doorstep are listed, and a deleted one is gone', async () => {
  const other = new Dexie('somebody-elses')
  other.version(1).stores({ things: 'id' })
  await other.open()
  other.close()
  const database = await openDatabase('doorstep-short')
  database.close()
  expect(await databaseNames()).toContain('doorstep-short')
  await deleteDatabase('doorstep-short')
  const names = await databaseNames()
  expect(names).not.toContain('doorstep-short')
  expect(names).not.toContain('somebody-elses')
})

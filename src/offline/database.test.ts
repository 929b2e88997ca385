import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase, openDeviceDatabase } from './database'
import { queuedItemSchema } from './queuedWork'
import { databaseTable } from './table'
import { nameDatabase } from './owner'

const owner = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }

test('a database is named by a digest: it does not reveal whose it is, and differs for person, organisation and view', async () => {
  const name = await nameDatabase(owner)
  expect(name).toMatch(/^doorstep-[0-9a-f]{32}$/)
  expect(await nameDatabase(owner)).toBe(name)
  for (const change of [
    { email: 'x' },
    { organisation: 'glanmor' },
    { viewedAs: { role: null } },
    { viewedAs: { role: 'Viewer' } },
  ]) {
    expect(await nameDatabase({ ...owner, ...change })).not.toBe(name)
  }
})

test.each([
  ['of before the first release is not taken over', 7, []],
  ['of a newer version stays, where the server went back to this one', 8, [{ id: 'written' }]],
])('a database %s', async (_, number, kept) => {
  const name = `doorstep-number-${number}`
  const ids = Object.fromEntries(['kept', 'drafts', 'texts', 'queue', 'rounds', 'left'].map((table) => [table, 'id']))
  const other = new Dexie(name)
  other.version(number).stores({ ...ids, templates: 'template_id', quarantined: '++id' })
  await other.open()
  await other.table('drafts').add({ id: 'written' })
  other.close()
  const database = await openDeviceDatabase(name)
  expect(await database.table('drafts').toArray()).toEqual(kept)
  await database.table('queue').put({ id: 'one' })
  database.close()
})

test('a database that another tab removes does not come back with the next reading or writing', async () => {
  const database = await openDeviceDatabase('doorstep-wiped')
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
  const database = await openDeviceDatabase('doorstep-durable')
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
  const database = await openDeviceDatabase('doorstep-short')
  database.close()
  expect(await databaseNames()).toContain('doorstep-short')
  await deleteDatabase('doorstep-short')
  const names = await databaseNames()
  expect(names).not.toContain('doorstep-short')
  expect(names).not.toContain('somebody-elses')
})

import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase, openDatabase } from '#offline/database'
import { databaseNameOf } from '#offline/owner'
import { closeStorage, currentShelves, isKept, openStorage } from './storage'
import { takeTab } from './tabOwner'
import { followTabs, wipeDevice } from './wipe'

const viewer = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }
const unsent = {
  id: crypto.randomUUID(),
  position: 1,
  state: 'waiting' as const,
  detail: null,
  attempts: 0,
  faults: 0,
  notBefore: 0,
  queuedAt: new Date().toISOString(),
  command: { kind: 'delete-template' as const, body: { template_id: 1 }, formerName: 'Renting' },
}

beforeEach(async () => {
  closeStorage()
  for (const name of await databaseNames()) await deleteDatabase(name)
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

async function somethingKept() {
  await openStorage(viewer)
  await currentShelves().templates.put({ template_id: 1, filter_template_name: 'Renting', rows: null })
  sessionStorage.setItem('doorstep.selected-filters', '{"home":{}}')
}

test('removes databases, session storage and the caches of the person, and leaves the app’s own', async () => {
  const removed: string[] = []
  const names = ['doorstep-user-catalogue', 'doorstep-parts', 'workbox-precache-v2']
  vi.stubGlobal('caches', { keys: async () => names, delete: async (name: string) => removed.push(name) })
  await somethingKept()
  await currentShelves().queue.put(unsent)
  removed.length = 0
  await wipeDevice()
  expect(await databaseNames()).toEqual([])
  expect(sessionStorage.length).toBe(0)
  expect(removed).toEqual(['doorstep-user-catalogue'])
  expect(await currentShelves().templates.list()).toEqual([])
})

test('after a 401 what was not sent stays for the same person, also what of it could not be read; the rest goes', async () => {
  await somethingKept()
  await currentShelves().queue.put(unsent)
  const name = await databaseNameOf(viewer)
  const before = await openDatabase(name)
  await before.setAside.bulkAdd(
    ['queue', 'templates'].map((table) => ({ table, record: {}, reason: '', setAsideAt: '' })),
  )
  before.close()
  await wipeDevice({ keepsUnsent: true })
  const database = await openDatabase(name)
  expect(await database.table('queue').count()).toBe(1)
  expect(await database.table('templates').count()).toBe(0)
  expect(await database.setAside.toArray()).toMatchObject([{ table: 'queue' }])
  database.close()
})

test('after a 401 with nothing unsent nothing stays', async () => {
  await somethingKept()
  await wipeDevice({ keepsUnsent: true })
  expect(await databaseNames()).toEqual([])
})

test('tells the other tabs before anything is removed: what they write meanwhile would stay', async () => {
  await somethingKept()
  const told = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  const removed = vi.spyOn(IDBFactory.prototype, 'deleteDatabase')
  await wipeDevice()
  expect(told).toHaveBeenCalledBefore(removed)
})

test('tells the other tabs, which forget at once and leave; who leaves does not hear it', async () => {
  const heard = vi.fn()
  const leave = vi.fn()
  const other = new BroadcastChannel('doorstep-tabs')
  other.onmessage = (event: MessageEvent<unknown>) => void heard(event.data)
  followTabs(leave)
  await wipeDevice()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith({ type: 'left' }))
  expect(leave).not.toHaveBeenCalled()
  await somethingKept()
  other.postMessage({ type: 'something else' })
  other.postMessage({ type: 'left' })
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expect(isKept()).toBe(false)
  expect(sessionStorage.length).toBe(0)
  other.close()
})

test('a tab begins anew when the browser becomes somebody else’s, and not for its own person', async () => {
  const follow = vi.fn()
  const other = new BroadcastChannel('doorstep-tabs')
  followTabs(follow)
  const heard: unknown[] = []
  const third = new BroadcastChannel('doorstep-tabs')
  third.onmessage = ({ data }: MessageEvent<unknown>) => void heard.push(data)
  await somethingKept()
  takeTab('mine')
  other.postMessage({ type: 'changed', owner: 'mine' })
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(isKept()).toBe(true)
  for (const owner of ['another', null]) {
    takeTab('mine')
    other.postMessage({ type: 'changed', owner })
    await vi.waitFor(() => expect(follow).toHaveBeenCalledWith('changed'))
    expect(isKept()).toBe(false)
    expect(sessionStorage.length).toBe(0)
    follow.mockReset()
  }
  other.close()
  third.close()
})

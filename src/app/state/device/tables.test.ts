import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest'
import { databaseNames, deleteDatabase, openDeviceDatabase } from '#offline/database'
import { nameDatabase } from '#offline/owner'
import { IDENTITY_MAX_AGE } from '#offline/kept'
import { A_DRAFT } from '../../testing/aDraft'
import { A_KEY } from '../../testing/aKey'
import { discardQuarantined, readQuarantined, quarantinedFile } from './quarantine'
import { storageProblemAtom, StorageFull } from './storageProblem'
import {
  askToPersist,
  closeTables,
  deviceTables,
  isKeptOnDevice,
  keepIdentity,
  openLastTables,
  openTables,
} from './tables'
import { draftsAtom } from '../drafts'
import { appStore } from '../store'

const viewer = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }
const admin = { ...viewer, email: 'admin@northmere.example' }
const template = { template_id: 1, filter_template_name: 'Renting', rows: null }
const problem = () => appStore.get(storageProblemAtom)

beforeEach(async () => {
  closeTables()
  for (const name of await databaseNames()) await deleteDatabase(name)
})
afterEach(() => vi.unstubAllGlobals())

test('what one person keeps is there for them again, and gone before another’s is written', async () => {
  await openTables(viewer, A_KEY)
  await deviceTables().templates.put(template)
  closeTables()
  expect(await deviceTables().templates.list()).toEqual([])
  await openTables(viewer, A_KEY)
  expect(await deviceTables().templates.list()).toEqual([template])
  await openTables(admin, A_KEY)
  expect(await deviceTables().templates.list()).toEqual([])
  expect(await databaseNames()).toEqual([await nameDatabase(admin)])
})

test('without IndexedDB everything works in memory, and what will not be kept is said', async () => {
  vi.stubGlobal('crypto', { subtle: undefined })
  await openTables(viewer, A_KEY)
  expect(isKeptOnDevice()).toBe(false)
  await deviceTables().templates.put(template)
  expect(await deviceTables().templates.list()).toEqual([template])
  expect(problem()).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/are lost when this page is closed\.$/) as string,
  })
})

test('a full disk is reported and thrown, and the report goes once there is room', async () => {
  await openTables(viewer, A_KEY)
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full
  })
  await expect(deviceTables().templates.put(template)).rejects.toBeInstanceOf(StorageFull)
  // What reads and deletes alone works on a full disk.
  await deviceTables().templates.atomically(async () => {})
  await deviceTables().templates.replace([])
  expect(problem()?.kind).toBe('full')
  put.mockRestore()
  await deviceTables().templates.put(template)
  expect(problem()).toBeNull()
})

test('a disk that is full at the start is reported as that, not as a private window', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  })
  await openTables(viewer, A_KEY)
  expect(isKeptOnDevice()).toBe(false)
  expect(problem()).toMatchObject({
    kind: 'full',
    message: expect.stringContaining('are lost when this page is closed') as string,
  })
})

test('any other failure to store a change is reported too; not after a wipe', async () => {
  await openTables(viewer, A_KEY)
  const broken = Object.assign(new Error('Internal error.'), { name: 'UnknownError' })
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw broken
  })
  await expect(deviceTables().templates.put(template)).rejects.toThrow()
  expect(problem()?.kind).toBe('failed')
  put.mockRestore()
  await deviceTables().templates.put(template)
  expect(problem()).toBeNull()
  const { templates } = deviceTables()
  closeTables()
  await expect(templates.put(template)).rejects.toThrow()
  expect(problem()).toBeNull()
})

test('a newer version in another tab is told in words', async () => {
  await openTables(viewer, A_KEY)
  const newer = indexedDB.open(await nameDatabase(viewer), 1_000)
  await new Promise((resolve) => (newer.onsuccess = resolve))
  await expect(deviceTables().templates.put(template)).rejects.toThrow(/^A newer version of Doorstep, in another tab/)
  expect(problem()?.message).toMatch(/copy what you typed, then reload this page\.$/)
  newer.result.close()
})

/** The browser closes the connection that was opened last. */
function closeByBrowser(opening: Mock<IDBFactory['open']>) {
  const opened = opening.mock.results.at(-1)
  if (opened?.type === 'return') opened.value.result.onclose?.(new Event('close'))
}

test('what the browser closes by itself is opened again, with all that it kept', async () => {
  const opening = vi.spyOn(IDBFactory.prototype, 'open')
  await openTables(viewer, A_KEY)
  await deviceTables().templates.put(template)
  const before = deviceTables()
  closeByBrowser(opening)
  await vi.waitFor(() => expect(deviceTables()).not.toBe(before))
  expect(await deviceTables().templates.list()).toEqual([template])
})

describe('when the browser removes the database while the page is open', () => {
  /** A draft is on the device, and the browser removes both. @param isListed as in Chromium, until it is gone */
  async function removeWithDraft(isListed = false) {
    const opening = vi.spyOn(IDBFactory.prototype, 'open')
    await openTables(viewer, A_KEY)
    await deviceTables().drafts.put(A_DRAFT)
    await vi.waitFor(() => expect(appStore.get(draftsAtom)).toEqual([A_DRAFT]))
    const before = deviceTables()
    const name = await nameDatabase(viewer)
    await keepIdentity(identity)
    const removedAt = performance.now()
    // Chromium never answers what it is asked while it removes.
    vi.spyOn(IDBFactory.prototype, 'databases').mockImplementationOnce(() =>
      performance.now() - removedAt < 100
        ? new Promise(() => {})
        : Promise.resolve(isListed ? [{ name, version: 10 }] : []),
    )
    closeByBrowser(opening)
    indexedDB.deleteDatabase(name)
    return before
  }

  test.each([false, true])('it is created again, and unsent work and who is here written back', async (isListed) => {
    const before = await removeWithDraft(isListed)
    await vi.waitFor(() => expect(deviceTables()).not.toBe(before))
    closeTables()
    expect(await openLastTables()).toEqual(identity)
    expect(await deviceTables().drafts.list()).toEqual([A_DRAFT])
  })

  test('what cannot be written back stays on the page, and is named', async () => {
    const before = await removeWithDraft()
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new Error('refused')
    })
    await vi.waitFor(() => expect(deviceTables()).not.toBe(before))
    expect(await deviceTables().drafts.list()).toEqual([A_DRAFT])
    expect(problem()?.message).toContain('Only this page still has 1 campaign draft')
  })

  test('a logout that comes meanwhile leaves nothing behind', async () => {
    await removeWithDraft()
    closeTables()
    // oxlint-disable-next-line house/patient-test -- nothing tells that what would bring it back is over
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await databaseNames()).toEqual([])
  })
})

test('a record edited by hand is quarantined, reported at every start until it is discarded, and can be saved as a file', async () => {
  const database = await openDeviceDatabase(await nameDatabase(viewer))
  const edited = { id: 'not-a-draft', campaignName: 'Winter' }
  await database.table('drafts').put(edited)
  database.close()
  for (let starts = 1; starts <= 2; starts += 1) {
    closeTables()
    await openTables(viewer, A_KEY)
    expect(problem()).toMatchObject({
      kind: 'unreadable',
      message: expect.stringMatching(/^One record on this device/) as string,
    })
  }
  const [item] = await readQuarantined()
  expect(item?.what).toBe('Campaign draft “Winter”')
  const file = quarantinedFile(item!)
  expect(file.name).toMatch(/^doorstep-set-aside-\d+\.json$/)
  expect(JSON.parse(await file.blob.text())).toEqual(edited)
  await discardQuarantined(item!.id)
  expect(problem()).toBeNull()
  closeTables()
  await openTables(viewer, A_KEY)
  expect(problem()).toBeNull()
})

const identity = {
  id: 'identity' as const,
  ...viewer,
  role: 'Viewer' as const,
  isSuperAdmin: false,
  campaignsEnabled: true,
  confirmedAt: Date.now() - IDENTITY_MAX_AGE,
}

test('the last person is found again without the server', async () => {
  await openTables(viewer, A_KEY)
  await deviceTables().kept.put(identity)
  closeTables()
  await expect(openLastTables()).resolves.toEqual(identity)
  expect(isKeptOnDevice()).toBe(true)
})

test('an identity that was edited into somebody else opens nothing', async () => {
  await openTables(viewer, A_KEY)
  await deviceTables().kept.put({ ...identity, email: 'admin@northmere.example' })
  closeTables()
  await expect(openLastTables()).resolves.toBeNull()
  expect(isKeptOnDevice()).toBe(false)
})

test('the browser is asked once not to clear this away, with the first work worth keeping, and not where nothing is kept', async () => {
  const persist = vi.fn(async () => true)
  vi.stubGlobal('navigator', { storage: { persist } })
  askToPersist()
  expect(persist).not.toHaveBeenCalled()
  await openTables(viewer, A_KEY)
  askToPersist()
  askToPersist()
  expect(persist).toHaveBeenCalledTimes(1)
})

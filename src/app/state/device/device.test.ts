import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getSessionUser } from '#contract/organisations/session'
import { databaseNames, deleteDatabase, openDeviceDatabase } from '#offline/database'
import { TABLES } from '#offline/kept'
import { nameDatabase } from '#offline/owner'
import { importKey } from '#offline/seal'
import { A_DRAFT } from '../../testing/aDraft'
import { A_KEY } from '../../testing/aKey'
import { allowCalls } from '../../api/endSession'
import { call } from '../../api/call'
import { fakeServer } from '../../testing/fakeServer'
import { dispatch, listenToTabs, startDocument } from './device'
import { logOut } from './leave'
import { finishLogout, isLogoutPending } from './signedOut'
import { closeTables, deviceTables, isKeptOnDevice, openTables } from './tables'
import { describeWaitingWork } from './waiting'

/* What the effects of ownership.ts do to the device. */

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
const leave = vi.fn()

beforeEach(async () => {
  closeTables()
  for (const name of await databaseNames()) await deleteDatabase(name)
  leave.mockReset()
  vi.stubGlobal('location', { replace: leave })
  await openTables(viewer, A_KEY)
  await startDocument()
  await dispatch({ type: 'opened', owner: 'mine', hadOthers: false })
  await deviceTables().templates.put({ template_id: 1, filter_template_name: 'Renting', rows: null })
  sessionStorage.setItem('doorstep.selected-filters', '{"home":{}}')
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

/** All that the databases hold, as text. */
async function onDisk(): Promise<string> {
  const texts = await Promise.all(
    (await databaseNames()).map(async (name) => {
      const database = await openDeviceDatabase(name)
      const records = await Promise.all(TABLES.map((table) => database.table(table).toArray()))
      const text = JSON.stringify([name, records, await database.quarantined.toArray()])
      database.close()
      return text
    }),
  )
  return texts.join()
}

const isNothingKept = async () => (await databaseNames()).length === 0 && sessionStorage.length === 0

test('a wipe removes databases and session storage', async () => {
  await deviceTables().queue.put(unsent)
  await dispatch({ type: 'view changed' })
  expect(await isNothingKept()).toBe(true)
  expect(await deviceTables().templates.list()).toEqual([])
})

describe('after a 401', () => {
  test('queued changes stay for the same person, also unreadable ones; the rest goes', async () => {
    await deviceTables().queue.put(unsent)
    const name = await nameDatabase(viewer)
    const before = await openDeviceDatabase(name)
    await before.quarantined.bulkAdd(
      ['queue', 'templates'].map((table) => ({
        table,
        record: { id: 'edited', sealed: 'AAAA' },
        reason: '',
        quarantinedAt: '',
      })),
    )
    before.close()
    await dispatch({ type: 'session ended' })
    expect(leave).toHaveBeenCalledWith('/login?error=session_ended')
    const database = await openDeviceDatabase(name)
    expect(await database.table('queue').count()).toBe(1)
    expect(await database.table('templates').count()).toBe(0)
    expect(await database.quarantined.toArray()).toMatchObject([{ table: 'queue' }])
    database.close()
  })

  test('what stays is a draft and a change that nobody can read: not on the disk, not under another person’s key', async () => {
    await deviceTables().drafts.put({ ...A_DRAFT, campaignName: 'Autumn in Northmere' })
    await deviceTables().queue.put(unsent)
    await dispatch({ type: 'session ended' })
    expect(await onDisk()).not.toMatch(/Northmere|Renting|viewer@/)
    expect(await describeWaitingWork()).toBe(
      '1 campaign draft and 1 change not yet sent wait on this device. They open only for the person who left them, when they sign in again.',
    )
    // Somebody else works here, and logs out.
    const other = { ...viewer, email: 'admin@northmere.example' }
    expect(await openTables(other, await importKey('B'.repeat(42) + 'A'))).toBe(false)
    expect(await deviceTables().drafts.list()).toEqual([])
    await deviceTables().drafts.put({ ...A_DRAFT, campaignName: 'Of another' })
    await startDocument()
    fakeServer({})
    void dispatch({ type: 'logged out' })
    await vi.waitFor(async () => expect(await databaseNames()).toEqual([await nameDatabase(viewer)]))
    await openTables(viewer, A_KEY)
    expect(await deviceTables().drafts.list()).toMatchObject([{ campaignName: 'Autumn in Northmere' }])
    expect(await deviceTables().queue.list()).toEqual([unsent])
  })

  test('what waits is removed after 90 days in which the person did not come back', async () => {
    const days = (count: number) => count * 24 * 60 * 60 * 1000
    const left = Date.now()
    await deviceTables().drafts.put(A_DRAFT)
    await dispatch({ type: 'session ended' })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(left + days(89))
    await openTables(viewer, A_KEY)
    await startDocument()
    await dispatch({ type: 'opened', owner: 'mine', hadOthers: false })
    await dispatch({ type: 'session ended' })
    clock.mockReturnValue(left + days(178))
    expect(await describeWaitingWork(), 'counted from when the person was last here').not.toBe('')
    clock.mockReturnValue(left + days(180))
    expect(await describeWaitingWork()).toBe('')
    expect(await databaseNames()).toEqual([])
    clock.mockRestore()
  })

  test('another key than the person’s opens nothing of it', async () => {
    await deviceTables().drafts.put(A_DRAFT)
    await dispatch({ type: 'session ended' })
    await openTables(viewer, await importKey('B'.repeat(42) + 'A'))
    expect(await deviceTables().drafts.list()).toEqual([])
  })

  test('clearing the device removes what waits for others too', async () => {
    await deviceTables().drafts.put(A_DRAFT)
    await dispatch({ type: 'session ended' })
    await startDocument()
    fakeServer({})
    void dispatch({ type: 'cleared' })
    await vi.waitFor(async () => expect(await databaseNames()).toEqual([]))
  })

  test('with nothing queued nothing stays', async () => {
    await dispatch({ type: 'session ended' })
    expect(await databaseNames()).toEqual([])
  })
})

describe('other tabs', () => {
  test('hear of it before anything is removed: what they write meanwhile would stay', async () => {
    const posted = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
    const removed = vi.spyOn(IDBFactory.prototype, 'deleteDatabase')
    await dispatch({ type: 'view changed' })
    expect(posted).toHaveBeenCalledBefore(removed)
  })

  test('are followed at once, and what is no message of ours is ignored', async () => {
    const other = new BroadcastChannel('doorstep-tabs')
    listenToTabs()
    other.postMessage({ type: 'something else' })
    other.postMessage({ type: 'changed', owner: 'mine' })
    other.postMessage({ type: 'left' })
    await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
    expect(leave).toHaveBeenCalledWith('/login')
    expect([isKeptOnDevice(), sessionStorage.length]).toEqual([false, 0])
    other.close()
  })
})

describe('logging out', () => {
  test('leaves for the backend, and notes the logout: the connection may go on the way', async () => {
    fakeServer({})
    void logOut()
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/backend/auth/logout'))
    expect([await isNothingKept(), isLogoutPending()]).toEqual([true, true])
  })

  test('aborts calls: a 401 would lead elsewhere', async () => {
    let asked: RequestInit | undefined
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (input === '/health') return Response.json({ status: 'ok' })
      asked = init
      return new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      )
    })
    allowCalls()
    const settled = vi.fn()
    void call(getSessionUser).then(settled, settled)
    await vi.waitFor(() => expect(asked).toBeDefined())
    void logOut()
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/backend/auth/logout'))
    expect([asked?.signal?.aborted, settled.mock.calls]).toEqual([true, []])
  })

  test('leads to the login page while offline', async () => {
    fakeServer({ '/health': { fails: new TypeError('Failed to fetch') } })
    void logOut()
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/login'))
    expect(isLogoutPending()).toBe(true)
  })

  test('keeps other tabs from ending the session meanwhile: the issuer’s would go on', async () => {
    let held: Promise<unknown> = Promise.resolve()
    const request = async (_: string, work: () => Promise<unknown>) => {
      held = held.then(work)
      return held
    }
    vi.stubGlobal('navigator', { onLine: true, locks: { request } })
    const seen = fakeServer({ '/backend/auth/logout': { text: '' } })
    void logOut()
    await vi.waitFor(() => expect(leave).toHaveBeenCalled())
    void finishLogout()
    await new Promise((resolve) => setTimeout(resolve))
    expect(seen).toEqual([])
  })

  test('wipes at once where the server does not answer', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
    void logOut()
    await vi.waitFor(async () => expect(await isNothingKept()).toBe(true))
    expect(leave).not.toHaveBeenCalled()
  })
})

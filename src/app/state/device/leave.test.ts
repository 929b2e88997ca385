import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase } from '#offline/database'
import { A_KEY, KEY_TEXT } from '../../testing/aKey'
import { A_DRAFT } from '../../testing/aDraft'
import { A_VIEWER, fakeServer, type FakeAnswer } from '../../testing/fakeServer'
import { setOnline } from '../connectivity'
import { forgetSession, viewedAsAtom } from '../session'
import { startSession } from './start'
import { closeTables, deviceTables, openTables } from './tables'
import { appStore } from '../store'
import { startDocument } from './device'
import { lossQuestionAtom, OWN_VIEW, requestView, unsyncedAtom } from './leave'

const owner = { email: 'super@doorstep.example', organisation: 'northmere', viewedAs: null }
const at = '2026-11-21T09:00:00.000Z'
const unsent = {
  id: crypto.randomUUID(),
  position: 1,
  state: 'refused' as const,
  detail: 'No',
  attempts: 0,
  faults: 0,
  notBefore: 0,
  queuedAt: at,
  command: { kind: 'delete-template' as const, body: { template_id: 1 }, formerName: 'Renting' },
}
const VIEW = { role: 'Viewer', organisation: 'Cyngor Glanmor' }
const ANSWERS = {
  '/api/view-as': { json: { temporary_organisation_name: 'Cyngor Glanmor', temporary_role_name: 'Viewer' } },
} satisfies Record<string, FakeAnswer>
const leave = vi.fn()

beforeEach(async () => {
  closeTables()
  for (const name of await databaseNames()) await deleteDatabase(name)
  setOnline(true)
  leave.mockReset()
  vi.stubGlobal('location', { replace: leave })
  await openTables(owner, A_KEY)
  await startDocument()
})
afterEach(() => {
  closeTables()
  forgetSession()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** Waits until the lists on screen have them. */
const onScreen = (...lost: string[]) => vi.waitFor(() => expect(appStore.get(unsyncedAtom)).toEqual(lost))

test('switching wipes the device and loads a new document', async () => {
  const seen = fakeServer(ANSWERS)
  sessionStorage.setItem('doorstep.selected-filters', '{}')
  expect(await requestView(VIEW)).toBe(true)
  expect(seen.map(({ path, body }) => [path, body])).toEqual([
    ['/api/view-as', { role_name: 'Viewer', display_name: 'Cyngor Glanmor' }],
  ])
  expect(await databaseNames()).toEqual([])
  expect(sessionStorage.length).toBe(0)
  expect(leave).toHaveBeenCalledWith('/')
})

test('the way out asks for both to be null', async () => {
  const seen = fakeServer(ANSWERS)
  await requestView(OWN_VIEW)
  expect(seen.map(({ body }) => body)).toEqual([{ role_name: null, display_name: null }])
})

test('nothing is removed when the view was refused', async () => {
  fakeServer({ '/api/view-as': { json: { detail: 'There is no such role.', code: 'x' }, status: 422 } })
  sessionStorage.setItem('doorstep.selected-filters', '{}')
  await expect(requestView(VIEW)).rejects.toThrow('There is no such role.')
  expect([(await databaseNames()).length, sessionStorage.length]).toEqual([1, 1])
  expect(leave).not.toHaveBeenCalled()
})

test('after a lost answer a new document in every tab looks, and the device keeps what it has until then', async () => {
  fakeServer({ '/api/view-as': { fails: new TypeError('Failed to fetch') } })
  const posted = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  expect(await requestView(VIEW)).toBe(true)
  expect(posted).toHaveBeenCalledWith({ type: 'changed', owner: null })
  expect(leave).toHaveBeenCalledWith('/')
  expect(await databaseNames()).toHaveLength(1)
})

test.each([true, false])('drafts and queued changes are lost only once that is confirmed: %s', async (isConfirmed) => {
  const seen = fakeServer(ANSWERS)
  await deviceTables().drafts.put(A_DRAFT)
  await deviceTables().queue.put(unsent)
  await onScreen('1 campaign draft', '1 change not yet sent')
  const changed = requestView(VIEW)
  expect(appStore.get(lossQuestionAtom)?.lost).toEqual(['1 campaign draft', '1 change not yet sent'])
  expect(seen).toEqual([])
  appStore.get(lossQuestionAtom)?.answer(isConfirmed)
  expect(await changed).toBe(isConfirmed)
  expect(leave).toHaveBeenCalledTimes(isConfirmed ? 1 : 0)
  if (isConfirmed) expect(await databaseNames()).toEqual([])
  else expect(await deviceTables().drafts.list()).toEqual([A_DRAFT])
})

test('nothing that waits is sent while the view changes', async () => {
  let release = () => {}
  const held = vi.fn()
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: async (name: string, work: () => Promise<unknown>) => {
        held(name)
        await work()
        release()
      },
    },
  })
  fakeServer(ANSWERS)
  const released = new Promise<void>((resolve) => (release = resolve))
  await requestView(VIEW)
  await released
  expect(held).toHaveBeenCalledWith(expect.stringMatching(/^doorstep-queue doorstep-/))
})

test('a start knows what is viewed, also the next one offline', async () => {
  vi.unstubAllGlobals()
  closeTables()
  for (const name of await databaseNames()) await deleteDatabase(name)
  const user = {
    ...A_VIEWER,
    role_name: 'SuperAdmin',
    temporary_organisation_name: 'Cyngor Glanmor',
    temporary_role_name: 'Viewer',
  }
  fakeServer({
    ...ANSWERS,
    '/api/session/user': { json: user },
    '/api/organisation-settings': { json: false },
    '/api/device-key': { json: { key: KEY_TEXT } },
  })
  await startSession(new AbortController().signal)
  const viewed = { organisation: 'Cyngor Glanmor', role: 'Viewer' }
  expect(appStore.get(viewedAsAtom)).toEqual(viewed)
  closeTables()
  forgetSession()
  expect(appStore.get(viewedAsAtom)).toBeNull()
  const gone = { fails: new TypeError('Failed to fetch') }
  fakeServer({ '/api/session/user': gone, '/api/organisation-settings': gone, '/health': gone })
  await startSession(new AbortController().signal)
  expect(appStore.get(viewedAsAtom)).toEqual(viewed)
})

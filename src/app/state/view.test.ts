import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase } from '#offline/database'
import { A_DRAFT } from '../testing/aDraft'
import { A_VIEWER, fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { setOnline } from './online'
import { forgetSession, viewedAsAtom } from './session'
import { startSession } from './start'
import { closeStorage, currentShelves, openStorage } from './storage'
import { appStore } from './store'
import { wipeDevice } from './wipe'
import { fetchParkedDrafts, lossQuestionAtom, OWN_VIEW, requestView } from './view'

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
  '/api/park-drafts': { json: { parked: 1 } },
  '/api/view-as': { json: { temporary_organisation_name: 'Cyngor Glanmor', temporary_role_name: 'Viewer' } },
  '/api/parked-drafts': { json: { drafts: [] } },
  '/api/forget-parked-drafts': { json: { forgotten: 1 } },
} satisfies Record<string, FakeAnswer>
const leave = vi.fn()

beforeEach(async () => {
  closeStorage()
  for (const name of await databaseNames()) await deleteDatabase(name)
  setOnline(true)
  leave.mockReset()
  vi.stubGlobal('location', { replace: leave })
  await openStorage(owner)
})
afterEach(() => {
  closeStorage()
  forgetSession()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('switching parks the drafts first, then wipes the device and begins the document anew', async () => {
  const seen = fakeServer(ANSWERS)
  await currentShelves().drafts.put(A_DRAFT)
  sessionStorage.setItem('doorstep.selected-filters', '{}')
  expect(await requestView(VIEW)).toBe(true)
  expect(seen.map(({ path, body }) => [path, body])).toEqual([
    ['/api/park-drafts', { drafts: [A_DRAFT] }],
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

test.each([
  ['the drafts could not be parked', '/api/park-drafts'],
  ['the view was refused', '/api/view-as'],
])('nothing goes when %s', async (_, path) => {
  fakeServer({ ...ANSWERS, [path]: { json: { detail: 'No room.', code: 'x' }, status: 422 } })
  await currentShelves().drafts.put(A_DRAFT)
  await expect(requestView(VIEW)).rejects.toThrow('No room.')
  expect(await currentShelves().drafts.list()).toEqual([A_DRAFT])
  expect(leave).not.toHaveBeenCalled()
})

test('a change whose answer is lost is looked up by a new document, in every tab; the device waits for what it finds', async () => {
  fakeServer({ ...ANSWERS, '/api/view-as': { fails: new TypeError('Failed to fetch') } })
  const told = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  await currentShelves().drafts.put(A_DRAFT)
  expect(await requestView(VIEW)).toBe(true)
  expect(told).toHaveBeenCalledWith({ type: 'changed', owner: null })
  expect(leave).toHaveBeenCalledWith('/')
  expect(await currentShelves().drafts.list()).toEqual([A_DRAFT])
})

test.each([true, false])('changes that wait are asked about before they are lost: %s', async (goesOn) => {
  const seen = fakeServer(ANSWERS)
  await currentShelves().queue.put(unsent)
  await vi.waitFor(async () => {
    const { queueAtom } = await import('./queue')
    expect(appStore.get(queueAtom)).toHaveLength(1)
  })
  const changed = requestView(VIEW)
  await vi.waitFor(() => expect(appStore.get(lossQuestionAtom)?.unsent).toBe(1))
  expect(seen).toEqual([])
  appStore.get(lossQuestionAtom)?.answer(goesOn)
  expect(await changed).toBe(goesOn)
  expect(leave).toHaveBeenCalledTimes(goesOn ? 1 : 0)
  if (!goesOn) expect(await currentShelves().queue.list()).toHaveLength(1)
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

test('parked drafts come back, and are forgotten by the server once they are here', async () => {
  const seen = fakeServer({ ...ANSWERS, '/api/parked-drafts': { json: { drafts: [A_DRAFT] } } })
  await fetchParkedDrafts()
  expect(await currentShelves().drafts.list()).toEqual([A_DRAFT])
  expect(seen.at(-1)).toMatchObject({ path: '/api/forget-parked-drafts', body: { ids: [A_DRAFT.id] } })
})

test('a newer draft on the device stays; one that cannot be read stays parked', async () => {
  const newer = { ...A_DRAFT, updatedAt: '2026-11-21T10:00:00.000Z', campaignName: 'Winter' }
  const broken = { id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b12' }
  const seen = fakeServer({ ...ANSWERS, '/api/parked-drafts': { json: { drafts: [A_DRAFT, broken] } } })
  await currentShelves().drafts.put(newer)
  await fetchParkedDrafts()
  expect(await currentShelves().drafts.list()).toEqual([newer])
  expect(seen.at(-1)?.body).toEqual({ ids: [A_DRAFT.id] })
})

test('where the device keeps nothing, drafts stay parked', async () => {
  closeStorage()
  const seen = fakeServer({ ...ANSWERS, '/api/parked-drafts': { json: { drafts: [A_DRAFT] } } })
  await fetchParkedDrafts()
  expect(seen).toEqual([])
})

test('a start knows what is viewed, also the next one without a line', async () => {
  vi.unstubAllGlobals()
  await wipeDevice()
  const user = {
    ...A_VIEWER,
    role_name: 'SuperAdmin',
    temporary_organisation_name: 'Cyngor Glanmor',
    temporary_role_name: 'Viewer',
  }
  fakeServer({ ...ANSWERS, '/api/session/user': { json: user }, '/api/organisation-settings': { json: false } })
  await startSession(new AbortController().signal)
  const viewed = { organisation: 'Cyngor Glanmor', role: 'Viewer' }
  expect(appStore.get(viewedAsAtom)).toEqual(viewed)
  closeStorage()
  forgetSession()
  expect(appStore.get(viewedAsAtom)).toBeNull()
  const gone = { fails: new TypeError('Failed to fetch') }
  fakeServer({ '/api/session/user': gone, '/api/organisation-settings': gone, '/health': gone })
  await startSession(new AbortController().signal)
  expect(appStore.get(viewedAsAtom)).toEqual(viewed)
})

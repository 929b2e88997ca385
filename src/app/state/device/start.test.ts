import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getDeviceKey } from '#contract/organisations/deviceKeys'
import { deleteFilterTemplate, getFilterTemplates } from '#contract/households/filterTemplates'
import { databaseNames, deleteDatabase } from '#offline/database'
import { TABS_CHANNEL } from '#offline/messages'
import { nameDatabase } from '#offline/owner'
import { IDENTITY_MAX_AGE } from '#offline/kept'
import { call } from '../../api/call'
import { releaseChanges } from '../../api/confirmation'
import { KEY_TEXT } from '../../testing/aKey'
import { A_VIEWER, fakeServer, type FakeAnswer } from '../../testing/fakeServer'
import { onlineAtom, setOnline } from '../connectivity'
import { SELECTED_FILTERS_KEY, selectedFiltersAtom } from '../filters/selectedFilters'
import { forgetSession, sessionAtom } from '../session'
import { rememberSignIn, signInReasonAtom } from './signedOut'
import { confirmRemembered, confirmSession, mayStayOffline, startSession } from './start'
import { closeTables, deviceTables } from './tables'
import { appStore } from '../store'

const USER = '/api/session/user'
const gone: FakeAnswer = { fails: new TypeError('Failed to fetch') }
const noLine = { [USER]: gone, '/api/organisation-settings': gone, '/health': gone }
const withLine = {
  [USER]: { json: A_VIEWER },
  '/api/organisation-settings': { json: true },
  [getDeviceKey.path]: { json: { key: KEY_TEXT } },
}
const NOT_SIGNED_IN: FakeAnswer = { json: { detail: 'You are not signed in.', code: 'not_signed_in' }, status: 401 }

const TEMPLATE = { template_id: 1, filter_template_name: 'Renting', rows: null }
const SELECTION = {
  home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'owned', displayName: 'Owned' }] } },
}

const start = () => startSession(new AbortController().signal)
/** As a reload: memory is gone, the device stays. */
function reopenPage() {
  closeTables()
  forgetSession()
  setOnline(true)
  releaseChanges()
}

/** As after 12 hours: the server is asked first. */
const forgetIdentity = () => deviceTables().kept.remove('identity')

beforeEach(async () => {
  // Who is here and what they may use are asked again after the same pause: neither is still asked for in the next test.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  reopenPage()
  for (const name of await databaseNames()) await deleteDatabase(name)
})
afterEach(() => {
  reopenPage()
  localStorage.clear()
  vi.useRealTimers()
})

test('an identity confirmed less than 12 hours ago opens the app before anything is asked', async () => {
  fakeServer(withLine)
  expect(await start()).toMatchObject({ email: A_VIEWER.email })
  reopenPage()
  const seen = fakeServer(noLine)
  expect(await start()).toMatchObject({ email: A_VIEWER.email, role: 'Viewer' })
  expect(seen).toEqual([])
  confirmRemembered()
  await vi.waitFor(() => expect(appStore.get(onlineAtom)).toBe(false))
  // Offline it asks for nothing but the line.
  expect(seen.map(({ path }) => path)).toEqual(['/health'])
  expect(await mayStayOffline()).toBe(true)
})

test('after a sign-in, maybe of somebody else, the server is asked before the app opens', async () => {
  fakeServer(withLine)
  await start()
  reopenPage()
  rememberSignIn()
  const seen = fakeServer(withLine)
  await start()
  expect(seen.map(({ path }) => path)).toContain(USER)
})

test('a change waits until the server has said that it is still the same person; a reading does not', async () => {
  fakeServer(withLine)
  await start()
  reopenPage()
  const answers: Record<string, FakeAnswer> = {
    ...withLine,
    [USER]: { json: { detail: 'It broke.' }, status: 500 },
    [getFilterTemplates.path]: { json: [] },
    [deleteFilterTemplate.path]: { json: { template_id: 1 } },
  }
  const seen = fakeServer(answers)
  const sent = () => seen.map(({ path }) => path).filter((path) => path === deleteFilterTemplate.path)
  const change = () => call(deleteFilterTemplate, { body: { template_id: 1 }, idempotencyKey: 'a-key-of-this-test' })
  await start()
  await expect(call(getFilterTemplates)).resolves.toEqual([])
  await expect(change()).rejects.toThrow('It broke.')
  expect(sent()).toEqual([])
  answers[USER] = { json: A_VIEWER }
  await expect(change()).resolves.toEqual({ template_id: 1 })
  expect(sent()).toHaveLength(1)
})

test.each([
  ['12 hours later', IDENTITY_MAX_AGE],
  ['by a clock that was set back by more', -IDENTITY_MAX_AGE - 60_000],
])('offline the app does not open %s', async (_, passed) => {
  fakeServer(withLine)
  await start()
  reopenPage()
  fakeServer(noLine)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + passed)
  expect(await start()).toBeNull()
  expect(appStore.get(sessionAtom)).toBeNull()
  expect(appStore.get(signInReasonAtom)).toMatch(/reached|offline/)
})

test.each([-5 * 60_000, -3 * 3_600_000, 5 * 60_000, 3 * 3_600_000])(
  'a clock that is set by %i ms while offline locks nobody out, at a start or in the middle',
  async (shift) => {
    fakeServer(withLine)
    await start()
    reopenPage()
    fakeServer(noLine)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + shift)
    expect(await start()).toMatchObject({ email: A_VIEWER.email })
    expect(await mayStayOffline()).toBe(true)
  },
)

test('a 401 does not mean offline: the device is wiped and the app does not open', async () => {
  fakeServer(withLine)
  await start()
  await forgetIdentity()
  reopenPage()
  fakeServer({ [USER]: NOT_SIGNED_IN })
  sessionStorage.setItem('doorstep.selected-filters', '{}')
  sessionStorage.setItem('other', 'kept')
  expect(await start()).toBeNull()
  expect(await databaseNames()).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual(['other'])
  expect(appStore.get(signInReasonAtom)).toBeNull()
})

test('a server error is shown, not taken for being offline', async () => {
  fakeServer(withLine)
  await start()
  await forgetIdentity()
  reopenPage()
  fakeServer({ [USER]: { json: { detail: 'It broke.', code: 'broken' }, status: 500 } })
  await expect(start()).rejects.toThrow('It broke.')
})

test('a logout made offline is finished before any session opens', async () => {
  localStorage.setItem('doorstep-end-session', '1')
  fakeServer({ ...withLine, '/backend/auth/logout': gone })
  expect(await start()).toBeNull()
  const seen = fakeServer({ ...withLine, '/backend/auth/logout': { text: '' } })
  expect(await start()).not.toBeNull()
  expect(seen[0]?.path).toBe('/backend/auth/logout')
  expect(localStorage.getItem('doorstep-end-session')).toBeNull()
})

test('on reconnect the server says whether it is still the same person', async () => {
  fakeServer(withLine)
  await start()
  expect(await confirmSession()).toBe('confirmed')
  fakeServer({ ...withLine, [USER]: { json: { ...A_VIEWER, temporary_role_name: 'OrganisationAdmin' } } })
  expect(await confirmSession()).toBe('replaced')
  fakeServer({ [USER]: NOT_SIGNED_IN })
  expect(await confirmSession()).toBe('session ended')
  // Who is on screen stays there until the page goes.
  expect(appStore.get(sessionAtom)).toMatchObject({ email: A_VIEWER.email, role: 'Viewer' })
  fakeServer(noLine)
  await expect(confirmSession()).rejects.toThrow(/offline/)
})

test('who works offline for 12 hours may not stay', async () => {
  fakeServer(withLine)
  await start()
  const kept = (await deviceTables().kept.list())[0]
  expect(kept?.id).toBe('identity')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + IDENTITY_MAX_AGE)
  expect(await mayStayOffline()).toBe(false)
})

test('who works offline may stay though the disk keeps no record of it, and when the clock was set back', async () => {
  fakeServer(withLine)
  await start()
  await deviceTables().kept.remove('identity')
  const now = Date.now()
  expect(await mayStayOffline()).toBe(true)
  vi.spyOn(Date, 'now').mockReturnValue(now - 60_000)
  expect(await mayStayOffline()).toBe(true)
})

test('who is given another role keeps what is theirs, in a document that begins again', async () => {
  fakeServer(withLine)
  await start()
  await deviceTables().templates.put(TEMPLATE)
  reopenPage()
  fakeServer({ ...withLine, [USER]: { json: { ...A_VIEWER, role_name: 'OrganisationAdmin' } } })
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  await start()
  confirmRemembered()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  vi.unstubAllGlobals()
  reopenPage()
  expect(await start()).toMatchObject({ role: 'OrganisationAdmin' })
  expect(await deviceTables().templates.list()).toEqual([TEMPLATE])
})

describe('a change of user', () => {
  const ANOTHER = { ...A_VIEWER, email: 'admin@northmere.example' }
  const reload = vi.fn()
  const heard = vi.fn()
  const otherTab = new BroadcastChannel(TABS_CHANNEL)
  otherTab.onmessage = ({ data }: MessageEvent<unknown>) => void heard(data)
  beforeEach(async () => {
    fakeServer(withLine)
    await start()
    await deviceTables().templates.put(TEMPLATE)
    appStore.set(selectedFiltersAtom, SELECTION)
    reload.mockReset()
    heard.mockReset()
    vi.stubGlobal('location', { reload })
    fakeServer({ ...withLine, [USER]: { json: ANOTHER } })
    await forgetIdentity()
  })
  afterEach(() => vi.unstubAllGlobals())

  test('removes what is kept of the one before, session storage too, and reloads the document', async () => {
    void start()
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(await databaseNames()).toEqual([
      await nameDatabase({ ...ANOTHER, organisation: 'northmere', viewedAs: null }),
    ])
    expect(sessionStorage.getItem(SELECTED_FILTERS_KEY)).toBeNull()
  })

  test('is broadcast to the other tabs, as a digest', async () => {
    void start()
    const owner = await nameDatabase({ ...ANOTHER, organisation: 'northmere', viewedAs: null })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith({ type: 'changed', owner }))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  test('counts also where only the tab remembers the former user', async () => {
    closeTables()
    for (const name of await databaseNames()) await deleteDatabase(name)
    void start()
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(sessionStorage.getItem(SELECTED_FILTERS_KEY)).toBeNull()
  })
})

test('the same person keeps what they selected, and no other tab is disturbed', async () => {
  fakeServer(withLine)
  await start()
  appStore.set(selectedFiltersAtom, SELECTION)
  closeTables()
  await start()
  expect(sessionStorage.getItem(SELECTED_FILTERS_KEY)).toBe(JSON.stringify(SELECTION))
})

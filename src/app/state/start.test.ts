import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase } from '#offline/database'
import { IDENTITY_MAX_AGE } from '#offline/kept'
import { A_VIEWER, fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { onlineAtom, setOnline } from './online'
import { forgetSession, sessionAtom } from './session'
import { signInReasonAtom } from './signInReason'
import { confirmSession, mayStayOffline, startSession } from './start'
import { closeStorage, currentShelves } from './storage'
import { appStore } from './store'

const USER = '/api/session/user'
const gone: FakeAnswer = { fails: new TypeError('Failed to fetch') }
const noLine = { [USER]: gone, '/api/organisation-settings': gone, '/health': gone }
const withLine = { [USER]: { json: A_VIEWER }, '/api/organisation-settings': { json: true } }
const NOT_SIGNED_IN: FakeAnswer = { json: { detail: 'You are not signed in.', code: 'not_signed_in' }, status: 401 }

const start = () => startSession(new AbortController().signal)
/** The page is opened anew: memory is gone, the device stays. */
function openAnew() {
  closeStorage()
  forgetSession()
  setOnline(true)
}

beforeEach(async () => {
  // Who is here and what they may use are asked again after the same pause: neither is still asked for in the next test.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  openAnew()
  for (const name of await databaseNames()) await deleteDatabase(name)
})
afterEach(() => {
  openAnew()
  localStorage.clear()
  vi.useRealTimers()
})

test('without a line, who the server confirmed less than 12 hours ago comes in, read-only', async () => {
  fakeServer(withLine)
  expect(await start()).toMatchObject({ email: A_VIEWER.email })
  openAnew()
  fakeServer(noLine)
  expect(await start()).toMatchObject({ email: A_VIEWER.email, role: 'Viewer' })
  expect(appStore.get(onlineAtom)).toBe(false)
  expect(await mayStayOffline()).toBe(true)
})

test.each([
  ['12 hours later', IDENTITY_MAX_AGE],
  ['by a clock that was set back', -60_000],
])('without a line nobody comes in %s', async (_, passed) => {
  fakeServer(withLine)
  await start()
  openAnew()
  fakeServer(noLine)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + passed)
  expect(await start()).toBeNull()
  expect(appStore.get(sessionAtom)).toBeNull()
  expect(appStore.get(signInReasonAtom)).toMatch(/reached|offline/)
})

test('a 401 is not a missing line: the device forgets and nobody comes in', async () => {
  fakeServer(withLine)
  await start()
  openAnew()
  fakeServer({ [USER]: NOT_SIGNED_IN })
  expect(await start()).toBeNull()
  expect(await databaseNames()).toEqual([])
})

test('a server that fails in words is told, not taken for a missing line', async () => {
  fakeServer(withLine)
  await start()
  openAnew()
  fakeServer({ [USER]: { json: { detail: 'It broke.', code: 'broken' }, status: 500 } })
  await expect(start()).rejects.toThrow('It broke.')
})

test('a logout made without a line is finished before anybody’s session is opened', async () => {
  localStorage.setItem('doorstep-end-session', '1')
  fakeServer({ ...withLine, '/backend/auth/logout': gone })
  expect(await start()).toBeNull()
  const seen = fakeServer({ ...withLine, '/backend/auth/logout': { text: '' } })
  expect(await start()).not.toBeNull()
  expect(seen[0]?.path).toBe('/backend/auth/logout')
  expect(localStorage.getItem('doorstep-end-session')).toBeNull()
})

test('when the line is back the server says whether it is still the same person', async () => {
  fakeServer(withLine)
  await start()
  expect(await confirmSession()).toBe('same')
  fakeServer({ ...withLine, [USER]: { json: { ...A_VIEWER, temporary_role_name: 'OrganisationAdmin' } } })
  expect(await confirmSession()).toBe('other')
  fakeServer({ [USER]: NOT_SIGNED_IN })
  expect(await confirmSession()).toBe('signed-out')
  fakeServer(noLine)
  expect(await confirmSession()).toBe('unknown')
})

test('who works offline for 12 hours may not stay', async () => {
  fakeServer(withLine)
  await start()
  const kept = (await currentShelves().kept.list())[0]
  expect(kept?.id).toBe('identity')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + IDENTITY_MAX_AGE)
  expect(await mayStayOffline()).toBe(false)
})

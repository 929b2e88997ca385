import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { databaseNames } from '#offline/database'
import { IDENTITY_MAX_AGE } from '#offline/kept'
import { onlineAtom, setOnline } from '../state/connectivity'
import { forgetSession } from '../state/session'
import { startSession } from '../state/device/start'
import { A_DRAFT } from '../testing/aDraft'
import { closeTables, deviceTables, openLastTables } from '../state/device/tables'
import { appStore } from '../state/store'
import { KEY_TEXT } from '../testing/aKey'
import { A_VIEWER, fakeServer } from '../testing/fakeServer'
import { rootLoader } from './rootLoader'

const request = () => new Request('http://localhost/')
const load = () =>
  rootLoader({ request: request(), url: new URL('http://localhost/'), params: {}, context: {}, pattern: '/' })

afterEach(() => {
  vi.useRealTimers()
  setOnline(true)
  forgetSession()
  closeTables()
})

test('a session opened offline expires when the server has not confirmed it for 12 hours', async () => {
  fakeServer({
    '/api/session/user': { json: A_VIEWER },
    '/api/organisation-settings': { json: true },
    '/api/device-key': { json: { key: KEY_TEXT } },
  })
  await startSession(request().signal)
  // As a reload: memory is gone, the device stays.
  closeTables()
  forgetSession()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeServer({ '/health': { fails: new TypeError('Failed to fetch') } })
  const leave = vi.fn()
  vi.stubGlobal('location', { replace: leave })
  await load()
  await vi.waitFor(() => expect(appStore.get(onlineAtom)).toBe(false))
  expect(leave).not.toHaveBeenCalled()
  await deviceTables().drafts.put(A_DRAFT)

  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + IDENTITY_MAX_AGE)
  const name = deviceTables().name
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/login?error=session_ended'))
  // What was typed waits for the same person, sealed.
  expect(await databaseNames()).toEqual([name])
  closeTables()
  expect(await openLastTables()).toBeNull()
})

import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseNames } from '#offline/database'
import { getSessionUser } from '#contract/session'
import { call } from '../../api/call'
import { allowCalls } from '../../api/abortOnLogout'
import { endPendingSession, isSessionToBeEnded } from '../../state/pendingLogout'
import { openStorage } from '../../state/storage'
import { fakeServer } from '../../testing/fakeServer'
import { logOut } from './logout'

const leave = vi.fn()
beforeEach(async () => {
  leave.mockReset()
  vi.stubGlobal('location', { replace: leave })
  await openStorage({ email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null })
  sessionStorage.setItem('doorstep.selected-filters', '{}')
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const isNothingKept = async () => (await databaseNames()).length === 0 && sessionStorage.length === 0

test('leaves for the backend, noting that the session is to be ended: the line may go on the way there', async () => {
  fakeServer({})
  void logOut()
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/backend/auth/logout'))
  expect(await isNothingKept()).toBe(true)
  expect(isSessionToBeEnded()).toBe(true)
})

test('what was still asked for is given up: a 401 to it would lead elsewhere', async () => {
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

test('without a line it is the login page, and the note', async () => {
  fakeServer({ '/health': { fails: new TypeError('Failed to fetch') } })
  void logOut()
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/login'))
  expect(isSessionToBeEnded()).toBe(true)
})

test('while it leaves, no other tab ends the session: the issuer’s would go on', async () => {
  let held: Promise<unknown> = Promise.resolve()
  const request = async (_: string, work: () => Promise<unknown>) => {
    held = held.then(work)
    return held
  }
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  const seen = fakeServer({ '/backend/auth/logout': { text: '' } })
  void logOut()
  await vi.waitFor(() => expect(leave).toHaveBeenCalled())
  void endPendingSession()
  await new Promise((resolve) => setTimeout(resolve))
  expect(seen).toEqual([])
})

test('a server that does not say whether it is there holds up the leaving, not the forgetting', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
  void logOut()
  await vi.waitFor(async () => expect(await isNothingKept()).toBe(true))
  expect(leave).not.toHaveBeenCalled()
})

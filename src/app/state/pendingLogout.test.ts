import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { endPendingSessionInTime, isSessionToBeEnded, rememberToEndSession } from './pendingLogout'

const LOGOUT = '/backend/auth/logout'

afterEach(() => vi.useRealTimers())

test('is tried until the server has heard it: again and again, and at once when there is a network', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answers: Record<string, FakeAnswer> = { [LOGOUT]: { fails: new TypeError('Failed to fetch') } }
  const seen = fakeServer(answers)
  rememberToEndSession()
  const ended = endPendingSessionInTime()
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen).toHaveLength(2)
  answers[LOGOUT] = { text: '' }
  window.dispatchEvent(new Event('online'))
  await ended
  expect(seen).toHaveLength(3)
  expect(isSessionToBeEnded()).toBe(false)
})

import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, type FakeAnswer } from '../../testing/fakeServer'
import { finishLogoutInTime, isLogoutPending, rememberLogout } from './signedOut'

const LOGOUT = '/backend/auth/logout'

afterEach(() => vi.useRealTimers())

test('is tried until the server has heard it: again and again, and at once when there is a network', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answers: Record<string, FakeAnswer> = { [LOGOUT]: { fails: new TypeError('Failed to fetch') } }
  const seen = fakeServer(answers)
  rememberLogout()
  const ended = finishLogoutInTime()
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen).toHaveLength(2)
  answers[LOGOUT] = { text: '' }
  window.dispatchEvent(new Event('online'))
  await ended
  expect(seen).toHaveLength(3)
  expect(isLogoutPending()).toBe(false)
})

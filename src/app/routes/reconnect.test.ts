import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { setOnline } from '../state/connectivity'
import { enqueue } from '../state/queue/queue'
import { KEY_TEXT } from '../testing/aKey'
import { A_VIEWER, fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { rootLoader } from './rootLoader'

const load = () =>
  rootLoader({
    request: new Request('http://localhost/'),
    url: new URL('http://localhost/'),
    params: {},
    context: {},
    pattern: '/',
  })

afterEach(() => vi.useRealTimers())

test('what waits is sent once the server has said that it is still the same person, and not before', async () => {
  const user = '/api/session/user'
  const answers: Record<string, FakeAnswer> = {
    [user]: { json: A_VIEWER },
    '/api/organisation-settings': { json: true },
    '/api/device-key': { json: { key: KEY_TEXT } },
  }
  fakeServer(answers)
  await load()
  setOnline(false)
  await enqueue({ kind: 'delete-template', body: { template_id: 1 }, formerName: 'Renting' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  Object.assign(answers, {
    [user]: { json: { detail: 'It broke.' }, status: 500 },
    '/api/delete-filter-template': { json: { template_id: 1 } },
  })
  const seen = fakeServer(answers)
  const sent = () => seen.map(({ path }) => path).filter((path) => path.includes('delete'))
  setOnline(true)
  await vi.waitFor(() => expect(seen.map(({ path }) => path)).toContain(user))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent()).toEqual([])
  answers[user] = { json: A_VIEWER }
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(sent()).toEqual(['/api/delete-filter-template']))
})

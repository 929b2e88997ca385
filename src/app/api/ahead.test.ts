import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint'
import { fakeServer } from '../testing/fakeServer'
import { GOOD_FOR } from './ahead'
import { askAhead, call } from './call'

const getThing = endpoint({
  name: 'getThing',
  method: 'GET',
  path: '/api/thing',
  summary: 'A thing.',
  query: z.object({ of: z.string() }),
  reply: z.number(),
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first call in the same words takes what was asked ahead, and the next asks anew', async () => {
  const seen = fakeServer({ '/api/thing': { json: 7 } })
  askAhead(getThing, { query: { of: 'a' } })
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toHaveLength(1)
  await expect(call(getThing, { query: { of: 'a' } })).resolves.toBe(7)
  expect(seen).toHaveLength(1)
  await call(getThing, { query: { of: 'a' } })
  expect(seen).toHaveLength(2)
})

test('a call in other words asks for itself', async () => {
  const seen = fakeServer({ '/api/thing': { json: 7 } })
  askAhead(getThing, { query: { of: 'a' } })
  await call(getThing, { query: { of: 'b' } })
  expect(seen.map(({ path }) => path)).toEqual(['/api/thing?of=a', '/api/thing?of=b'])
})

test('what nobody took in time is as if it had not been asked', async () => {
  const seen = fakeServer({ '/api/thing': { json: 7 } })
  askAhead(getThing, { query: { of: 'late' } })
  await vi.advanceTimersByTimeAsync(GOOD_FOR)
  await call(getThing, { query: { of: 'late' } })
  expect(seen).toHaveLength(2)
})

test('a call that was given up meanwhile says so', async () => {
  fakeServer({ '/api/thing': { json: 7 } })
  askAhead(getThing, { query: { of: 'c' } })
  const controller = new AbortController()
  const asked = call(getThing, { query: { of: 'c' }, signal: controller.signal })
  controller.abort()
  await expect(asked).rejects.toHaveProperty('name', 'AbortError')
})

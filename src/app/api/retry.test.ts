import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint'
import { fakeServer } from '../testing/fakeServer'
import { SILENCE_LIMIT } from './body'
import { call, callFile } from './call'
import { forgetServerState, queryClient } from './queryClient'
import { queryOptions } from './queryOptions'
import { withRetries } from './retry'

const getThing = endpoint({
  name: 'getThing',
  method: 'GET',
  path: '/api/thing',
  summary: 'A thing.',
  reply: z.number(),
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  forgetServerState()
  vi.useRealTimers()
})

const NO_CONNECTION = { fails: new TypeError('Failed to fetch') } as const
const BUSY = { json: {}, status: 503 } as const
const BROKEN = { json: {}, status: 500 } as const

const query = () => queryClient.query(queryOptions(getThing))
const mutation = () =>
  queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => call(getThing) })
    .execute(undefined)

test.each([
  ['a query', query, NO_CONNECTION, 3],
  ['a query of a server that is busy', query, BUSY, 3],
  ['a query of a server that is broken', query, BROKEN, 1],
  ['a download', () => withRetries(() => callFile(getThing)), NO_CONNECTION, 3],
  ['a call by itself', () => call(getThing), NO_CONNECTION, 1],
  ['a mutation', mutation, NO_CONNECTION, 1],
  ['a mutation at a server that is busy', mutation, BUSY, 1],
])('%s that fails is sent as often as is safe, with a longer pause each time', async (_, send, answer, times) => {
  const at: number[] = []
  const seen = fakeServer({ '/api/thing': answer })
  const failed = expect(send()).rejects.toThrow()
  for (let passed = 0; passed <= 2_000; passed += 100) {
    await vi.advanceTimersByTimeAsync(passed === 0 ? 0 : 100)
    while (at.length < seen.length) at.push(passed)
  }
  await failed
  expect(at).toEqual([0, 500, 1_500].slice(0, times))
})

test('what stayed unanswered is not asked again: people have waited long enough', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (path === '/health') return Response.json({ status: 'ready' })
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
    )
  })
  const failed = expect(query()).rejects.toThrow('Doorstep did not answer in time.')
  await vi.advanceTimersByTimeAsync(SILENCE_LIMIT + 10_000)
  await failed
  expect(fetched.mock.calls.filter(([path]) => path === '/api/thing')).toHaveLength(1)
})

test('retries end when the caller aborts', async () => {
  const seen = fakeServer({ '/api/thing': BUSY })
  const controller = new AbortController()
  const failed = expect(withRetries(() => call(getThing), controller.signal)).rejects.toThrow(
    'This operation was aborted',
  )
  await vi.advanceTimersByTimeAsync(100)
  controller.abort()
  await failed
  await vi.advanceTimersByTimeAsync(5_000)
  expect(seen).toHaveLength(1)
})

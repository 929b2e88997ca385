import { expect, test, vi } from 'vitest'
import { endSession } from './endSession'

test('a connection that never answers is given up after the limit', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError'))),
      ),
  )
  const ended = endSession()
  limit.abort()
  expect(await ended).toBe(false)
})

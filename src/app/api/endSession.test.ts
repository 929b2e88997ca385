import { expect, test, vi } from 'vitest'
import { endSession } from './endSession'

test('a line that swallows everything holds nobody up for longer than its limit', async () => {
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

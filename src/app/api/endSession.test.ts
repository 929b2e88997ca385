import { expect, test, vi } from 'vitest'
import { endSession } from './endSession'

test('a connection that never answers is given up after the limit', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const sent = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      (_, init) =>
        new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError'))),
        ),
    )
  const ended = endSession()
  await vi.waitFor(() => expect(sent).toHaveBeenCalled())
  limit.abort()
  expect(await ended).toBe(false)
})

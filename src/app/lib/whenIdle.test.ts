import { afterEach, expect, it, vi } from 'vitest'
import { whenIdle } from './whenIdle'

afterEach(() => {
  vi.useRealTimers()
})

it('waits until nothing is pressed', async () => {
  vi.useFakeTimers()
  const finger = { pointerId: 7, bubbles: true }
  document.body.dispatchEvent(new PointerEvent('pointerdown', finger))
  const done = vi.fn()
  void whenIdle().then(done)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).not.toHaveBeenCalled()
  document.body.dispatchEvent(new PointerEvent('pointerup', finger))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).toHaveBeenCalledOnce()
})

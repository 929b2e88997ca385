import { afterEach, expect, it, vi } from 'vitest'
import { whenIdle } from './whenIdle'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('waits until nothing is pressed', async () => {
  vi.useFakeTimers()
  // jsdom presses nothing.
  const isPressed = vi.spyOn(document.documentElement, 'matches').mockReturnValue(true)
  const done = vi.fn()
  void whenIdle().then(done)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).not.toHaveBeenCalled()
  isPressed.mockReturnValue(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).toHaveBeenCalledOnce()
})

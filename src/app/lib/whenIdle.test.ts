import { afterEach, expect, it, vi } from 'vitest'
import { whenIdle } from './whenIdle'

afterEach(() => {
  vi.useRealTimers()
  window.dispatchEvent(new Event('blur'))
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

it('does not wait for ever for a press whose end was lost', async () => {
  vi.useFakeTimers()
  document.body.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 8, bubbles: true }))
  const done = vi.fn()
  void whenIdle().then(done)
  await vi.advanceTimersByTimeAsync(70_000)
  expect(done).toHaveBeenCalledOnce()
})

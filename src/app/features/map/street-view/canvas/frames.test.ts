import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFrames } from './frames'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A loop as deck.gl's: it asks for the next frame in each. */
function running() {
  const frames = createFrames()
  let drawn = 0
  const draw = () => {
    drawn++
    frames.provider.requestAnimationFrame(draw)
  }
  frames.provider.requestAnimationFrame(draw)
  const drawnIn = (milliseconds: number) => {
    const before = drawn
    vi.advanceTimersByTime(milliseconds)
    return drawn - before
  }
  return { ...frames, drawnIn }
}

it('draws until it is loaded, then a while after each time that something happens', () => {
  const { wake, drawnIn } = running()
  expect(drawnIn(10_000)).toBeGreaterThan(500)
  wake()
  expect(drawnIn(900)).toBeGreaterThan(50)
  drawnIn(200)
  expect(drawnIn(10_000)).toBe(0)
  wake()
  // One loop, not two.
  expect(drawnIn(160)).toBeLessThan(12)
  drawnIn(1_000)
  expect(drawnIn(10_000)).toBe(0)
})

it('draws nothing more when deck.gl stops', () => {
  const { wake, provider, drawnIn } = running()
  wake()
  drawnIn(2_000)
  provider.cancelAnimationFrame(0)
  wake()
  expect(drawnIn(1_000)).toBe(0)
})

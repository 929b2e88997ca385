import { describe, expect, it, vi } from 'vitest'
import { inSlices } from './inSlices'

/** Work whose steps each take so many milliseconds of a clock that stands still otherwise. */
function* work(steps: number, milliseconds: number, clock: { now: number }) {
  for (let step = 0; step < steps; step++) {
    clock.now += milliseconds
    yield
  }
  return 'done'
}

describe('work in slices', () => {
  it('gives what the work returns, and lets others in between', async () => {
    const clock = { now: 0 }
    vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
    const seen: number[] = []
    const watch = () => {
      seen.push(clock.now)
      if (clock.now < 40) setTimeout(watch)
    }
    setTimeout(watch)
    expect(await inSlices(work(10, 4, clock))).toBe('done')
    // Nothing of it is done in the turn that asked for it.
    expect(seen).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40])
  })

  it('stops when it is given up', async () => {
    const clock = { now: 0 }
    vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
    const controller = new AbortController()
    const running = inSlices(work(100, 8, clock), controller.signal)
    setTimeout(() => controller.abort())
    await expect(running).rejects.toThrow()
    expect(clock.now).toBe(8)
  })
})

import { afterEach, expect, it, vi } from 'vitest'
import { whenQuiet } from './whenQuiet'

afterEach(() => vi.useRealTimers())

let worked = 0

function start() {
  vi.useFakeTimers()
  worked = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + worked)
  const done = vi.fn()
  void whenQuiet().then(done)
  return done
}

/** Something that takes this long while timers are due. */
const work = async (milliseconds: number) => {
  worked += milliseconds
  await vi.advanceTimersByTimeAsync(50)
}

it('is over soon where nothing else is to be done', async () => {
  const done = start()
  await vi.advanceTimersByTimeAsync(350)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toHaveBeenCalledOnce()
})

it('begins again with each piece of work, and ends in the middle of them after six seconds', async () => {
  const done = start()
  for (let piece = 0; piece < 18; piece++) await work(270)
  expect(done).not.toHaveBeenCalled()
  await work(270)
  expect(done).toHaveBeenCalledOnce()
})

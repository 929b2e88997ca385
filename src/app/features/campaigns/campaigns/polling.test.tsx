import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../../api/errors'
import { setOnline } from '../../../state/connectivity'
import { act, cleanup, renderHook } from '../../../testing/render'
import { FIRST_PAUSE, MAX_POLL_PAUSE, pollWhile } from './polling'

/** How far something is; `done` when nothing goes on any more. */
interface Work {
  at: number
  isDone?: boolean
}
const isMoving = ({ isDone }: Work) => isDone !== true

let answers: (Work | Error)[] = []
const load = vi.fn(async (): Promise<Work> => {
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer')
  return { ...answer }
})

const open = () => renderHook(() => useQuery({ queryKey: ['work'], queryFn: load, ...pollWhile(isMoving) })).result
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  return act(async () => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  load.mockClear()
})
afterEach(() => {
  cleanup()
  act(() => setOnline(true))
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('what may be moving', () => {
  it('is asked for again while it moves, and not once it is done', async () => {
    answers = [{ at: 1 }, { at: 2 }, { at: 3, isDone: true }]
    const result = open()
    await pass(0)
    expect(result.current.data).toEqual({ at: 1 })
    await pass(FIRST_PAUSE)
    await pass(FIRST_PAUSE)
    expect(result.current.data).toMatchObject({ at: 3 })
    await pass(MAX_POLL_PAUSE * 3)
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('is asked for less and less often while nothing changes, half a minute apart at most', async () => {
    answers = [{ at: 1 }]
    open()
    await pass(0)
    const times: number[] = []
    for (let second = 1; second <= 150; second += 1) {
      const before = load.mock.calls.length
      await pass(1_000)
      if (load.mock.calls.length > before) times.push(second)
    }
    const pauses = times.map((time, index) => time - (times[index - 1] ?? 0))
    expect(pauses[0]).toBe(FIRST_PAUSE / 1_000)
    expect(pauses.at(-1)).toBe(MAX_POLL_PAUSE / 1_000)
    expect(times.length).toBeLessThan(12)
  })

  it('is not asked for in a window that nobody looks at, and at once when someone does', async () => {
    answers = [{ at: 1 }]
    open()
    await pass(0)
    await hide(true)
    await pass(MAX_POLL_PAUSE * 2)
    expect(load).toHaveBeenCalledTimes(1)
    await hide(false)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is not asked for offline, and at once when online again', async () => {
    answers = [{ at: 1 }]
    const result = open()
    await pass(0)
    act(() => setOnline(false))
    await pass(MAX_POLL_PAUSE)
    const asked = load.mock.calls.length
    await act(async () => setOnline(true))
    await pass(0)
    expect(load.mock.calls.length).toBe(asked + 1)
    expect(asked).toBe(1)
    expect(result.current.data).toEqual({ at: 1 })
  })

  it('stays on screen when it cannot be had again, with why, and is asked for again', async () => {
    answers = [{ at: 1 }, new Refused(500, 'The records are closed.'), { at: 2, isDone: true }]
    const result = open()
    await pass(0)
    await pass(FIRST_PAUSE)
    expect(result.current).toMatchObject({ data: { at: 1 }, error: { message: 'The records are closed.' } })
    await pass(FIRST_PAUSE * 2)
    expect(result.current).toMatchObject({ data: { at: 2 }, error: null })
  })

  it('is not asked for once its screen is gone', async () => {
    answers = [{ at: 1 }]
    open()
    await pass(0)
    cleanup()
    await pass(MAX_POLL_PAUSE)
    expect(load).toHaveBeenCalledTimes(1)
  })
})

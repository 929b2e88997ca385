import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../api/errors'
import { setOnline } from '../../state/online'
import { FIRST_PAUSE, LONGEST_PAUSE, usePolled } from './usePolled'

/** How far something is; `done` when nothing goes on any more. */
interface Work {
  at: number
  isDone?: boolean
}
const isMoving = ({ isDone }: Work) => isDone !== true

let answers: (Work | Error)[] = []
const signals: AbortSignal[] = []
const load = vi.fn(async (signal: AbortSignal): Promise<Work> => {
  signals.push(signal)
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer')
  return { ...answer }
})

const open = (initial?: Work) => renderHook(() => usePolled(load, isMoving, initial)).result
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  return act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  load.mockClear()
  signals.length = 0
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
    expect(result.current.state).toBe('loading')
    await pass(0)
    expect(result.current).toMatchObject({ state: 'loaded', value: { at: 1 }, isReloading: false })
    await pass(FIRST_PAUSE)
    await pass(FIRST_PAUSE)
    expect(result.current).toMatchObject({ value: { at: 3 } })
    await pass(LONGEST_PAUSE * 3)
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
    expect(pauses.at(-1)).toBe(LONGEST_PAUSE / 1_000)
    expect(times.length).toBeLessThan(12)
  })

  it('is not asked for in a window that nobody looks at, and at once when someone does', async () => {
    answers = [{ at: 1 }]
    open()
    await pass(0)
    await hide(true)
    await pass(LONGEST_PAUSE * 2)
    expect(load).toHaveBeenCalledTimes(1)
    await hide(false)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is not asked for without a line, and at once when it is back', async () => {
    answers = [{ at: 1 }]
    const result = open()
    await pass(0)
    act(() => setOnline(false))
    expect(signals.at(-1)?.aborted).toBe(true)
    const asked = load.mock.calls.length
    await act(async () => setOnline(true))
    await pass(0)
    expect(load.mock.calls.length).toBe(asked + 1)
    expect(result.current).toMatchObject({ state: 'loaded', value: { at: 1 } })
  })

  it('stays on screen when it cannot be had again, with why, and is asked for again', async () => {
    answers = [{ at: 1 }, new Refused(500, 'The records are closed.'), { at: 2, isDone: true }]
    const result = open()
    await pass(0)
    await pass(FIRST_PAUSE)
    expect(result.current).toMatchObject({ state: 'loaded', value: { at: 1 }, problem: 'The records are closed.' })
    await pass(FIRST_PAUSE * 2)
    expect(result.current).toMatchObject({ value: { at: 2 }, problem: null })
  })

  it('goes on being asked for after a reload that failed', async () => {
    answers = [{ at: 1 }, new Refused(500, 'No.'), { at: 2, isDone: true }]
    const result = open()
    await pass(0)
    act(() => result.current.reload())
    expect(result.current).toMatchObject({ isReloading: true })
    await pass(0)
    expect(result.current).toMatchObject({ isReloading: false, problem: 'No.' })
    await pass(FIRST_PAUSE * 2)
    expect(result.current).toMatchObject({ value: { at: 2 } })
  })

  it('that never came says why, and comes on reload', async () => {
    answers = [new Refused(500, 'The records are closed.'), { at: 1, isDone: true }]
    const result = open()
    await pass(0)
    expect(result.current).toMatchObject({ state: 'failed', message: 'The records are closed.' })
    act(() => result.current.reload())
    expect(result.current.state).toBe('loading')
    await pass(0)
    expect(result.current).toMatchObject({ state: 'loaded', value: { at: 1 } })
  })

  it('that a loader has fetched is not asked for at once', async () => {
    answers = [{ at: 2, isDone: true }]
    const result = open({ at: 1 })
    await pass(0)
    expect(load).not.toHaveBeenCalled()
    expect(result.current).toMatchObject({ state: 'loaded', value: { at: 1 } })
    await pass(FIRST_PAUSE)
    expect(result.current).toMatchObject({ value: { at: 2 } })
  })

  it('is given up with its screen', async () => {
    answers = [{ at: 1 }]
    open()
    await pass(0)
    cleanup()
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    await pass(LONGEST_PAUSE)
    expect(load).toHaveBeenCalledTimes(1)
  })
})

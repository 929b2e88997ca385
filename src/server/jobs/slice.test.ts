import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharedSlice } from './slice'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const KIND = { name: 'prepare' }
const SLICE = { share: 20_000, most: 600_000 }

test('a shared slice ends for others that wait, once it had its share, and goes on alone up to its most', async () => {
  let isWaiting = true
  const isDue = vi.fn(async () => isWaiting)
  const isOver = createSharedSlice({ isDue }, KIND, SLICE)
  expect(await isOver()).toBe(false)
  vi.advanceTimersByTime(20_001)
  expect(await isOver()).toBe(true)
  expect(isDue).toHaveBeenCalledExactlyOnceWith(KIND)
  isWaiting = false
  expect(await isOver()).toBe(false)
  vi.advanceTimersByTime(580_000)
  expect(await isOver()).toBe(true)
})

test('a shared slice ends with the server', async () => {
  const stopping = new AbortController()
  const isOver = createSharedSlice({ isDue: async () => false }, KIND, SLICE, stopping.signal)
  stopping.abort()
  expect(await isOver()).toBe(true)
})

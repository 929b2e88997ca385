import { afterEach, expect, test, vi } from 'vitest'
import { atOnce } from './Start'

afterEach(() => void vi.useRealTimers())

test('a later start begins tomorrow, also on the day of 25 hours', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-25T00:15+01:00') })
  expect(atOnce().day).toBe('2026-10-26')
})

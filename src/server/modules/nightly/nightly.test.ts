import { expect, test } from 'vitest'
import { secondsToNight } from './service'

test.each([
  ['2026-11-22T02:00:00Z', 60 * 60],
  ['2026-11-22T03:00:00Z', 24 * 60 * 60],
  ['2026-11-22T03:01:00Z', 24 * 60 * 60 - 60],
  // Summer time.
  ['2026-06-22T01:00:00Z', 60 * 60],
])('at %s three in the morning in London is %i seconds away', (now, seconds) => {
  expect(secondsToNight(new Date(now))).toBe(seconds)
})

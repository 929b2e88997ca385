import { expect, test } from 'vitest'
import { londonDay, monthsOn } from './days'

test.each([
  ['2026-08-31T22:59:00Z', '2026-08-31'],
  // In British Summer Time it is the next day already.
  ['2026-08-31T23:00:00Z', '2026-09-01'],
  ['2026-11-30T23:30:00Z', '2026-11-30'],
])('%s is on %s in London', (moment, day) => {
  expect(londonDay(new Date(moment))).toBe(day)
})

test.each([
  ['2026-11-21', 0, '2026-11-21'],
  ['2026-11-21', -1, '2026-10-21'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-31', -2, '2025-11-30'],
  ['2026-11-21', -24, '2024-11-21'],
])('%s and %s months is %s', (day, months, moved) => {
  expect(monthsOn(day, months)).toBe(moved)
})

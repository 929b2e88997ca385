import { expect, test } from 'vitest'
import { estimateArrival } from './arrival'

test.each([
  // Monday at noon: printed at 17:30, dispatched on Tuesday.
  ['first', '2026-11-23T12:00:00Z', 1, '2026-11-25', '2026-11-26'],
  ['second', '2026-11-23T12:00:00Z', 1, '2026-11-27', '2026-11-30'],
  ['economy', '2026-11-23T12:00:00Z', 1, '2026-11-27', '2026-12-02'],
  // Friday after the printing: dispatched on Monday.
  ['first', '2026-11-27T17:30:00Z', 1, '2026-12-01', '2026-12-02'],
  // Over Christmas, by London's clock in winter; first class comes on Saturdays.
  ['first', '2026-12-23T12:00:00Z', 1, '2026-12-26', '2026-12-29'],
  ['second', '2026-12-23T12:00:00Z', 1, '2026-12-31', '2027-01-04'],
  // In summer 16:30 UTC is 17:30 in London.
  ['second', '2026-06-08T16:30:00Z', 1, '2026-06-15', '2026-06-16'],
  // More than Notify takes in two days.
  ['second', '2026-11-23T12:00:00Z', 40_001, '2026-11-27', '2026-12-02'],
  ['sms', '2026-11-23T22:00:00Z', 3_000, '2026-11-23', '2026-11-23'],
  ['sms', '2026-11-23T23:59:00Z', 9_000, '2026-11-23', '2026-11-24'],
] as const)('%s sent at %s, %i of them, arrive from %s to %s', (what, start, messages, from, to) => {
  expect(estimateArrival(what, new Date(start), messages)).toEqual({ from, to })
})

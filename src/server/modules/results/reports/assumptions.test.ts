import { expect, test } from 'vitest'
import { closeDate } from './assumptions'

test.each([
  ['2026-01-15T10:00:00.000Z', '2026-07-15'],
  ['2026-08-31T10:00:00.000Z', '2027-02-28'],
  ['2027-08-31T10:00:00.000Z', '2028-02-29'],
  ['2026-08-30T10:00:00.000Z', '2027-02-28'],
  ['2026-03-31T10:00:00.000Z', '2026-09-30'],
])('a campaign sent at %s closes on %s: six months on, or that month’s last day', (sent, closes) => {
  expect(closeDate(sent)).toBe(closes)
})

test.each([
  ['summer', '2026-08-31T23:30:00.000Z', '2027-03-01'],
  ['winter', '2026-12-31T23:30:00.000Z', '2027-06-30'],
])('the day is that of the United Kingdom, in %s', (_season, sent, closes) => {
  expect(closeDate(sent)).toBe(closes)
})

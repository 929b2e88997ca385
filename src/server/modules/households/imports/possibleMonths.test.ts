import { expect, test } from 'vitest'
import { findImpossibility } from './possibleMonths'

/** Half past midnight of 1 November in London, which is summer time no more; by UTC alike. */
const NOW = new Date('2026-11-01T00:30:00Z')
/** Still July by UTC, August in London. */
const SUMMER = new Date('2026-07-31T23:30:00Z')

test.each([
  ['2026-11-01', NOW],
  ['2026-12-01', NOW],
  ['2000-01-01', NOW],
  ['2026-09-01', SUMMER],
  ['2027-01-01', new Date('2026-12-31T12:00:00Z')],
])('%s can be on %s', (month, now) => expect(findImpossibility(month, now)).toBeUndefined())

test.each([
  [
    '2027-01-01',
    NOW,
    'January 2027 lies in the future. A month can be taken once it has begun, and the next one, December 2026.',
  ],
  ['2062-10-01', NOW, /^October 2062 lies in the future\./],
  ['9999-12-01', NOW, /future/],
  ['2026-10-01', SUMMER, /^October 2026 lies in the future\..*September 2026\.$/],
  ['1999-12-01', NOW, 'December 1999 lies before January 2000.'],
  ['1926-10-01', NOW, /before/],
])('%s cannot be on %s', (month, now, words) => expect(findImpossibility(month, now)).toMatch(words))

import { expect, test } from 'vitest'
import { writeHeadlines } from './headlines'

const BASIS = { year: '2026 to 2027', method: 'So.', warning: null }

test('the four figures, added up over the wards and formatted as people read them', () => {
  const totals = [
    {
      wardCode: 'A',
      households: 1_000,
      income: 300_000,
      belowZero: 200,
      unclaimed: 1_000_000.4,
      unclaimedHighest: 1_900_000,
    },
    { wardCode: 'B', households: 204, income: 100_000, belowZero: 4, unclaimed: 0.2, unclaimedHighest: 1.1 },
  ]
  expect(writeHeadlines(totals, new Set(), BASIS)).toEqual([
    { display_name: 'Households shown', value: '1,204' },
    { display_name: 'Average weekly income', value: '£332' },
    { display_name: 'Below zero monthly cash balance', value: '204' },
    { display_name: 'Estimated unclaimed benefit a year', value: '£1.0m to £1.9m', basis: BASIS },
  ])
})

test.each([
  [937_119, 1_300_000, '£0.9m to £1.3m'],
  [40_000, 1_300_000, 'up to £1.3m'],
  [3_988.2, 5_959, '£3,988 to £5,959'],
])('a range from %d to %d has one precision', (unclaimed, unclaimedHighest, words) => {
  const total = { wardCode: 'A', households: 1, income: 1, belowZero: 0, unclaimed, unclaimedHighest }
  expect(writeHeadlines([total], new Set(), BASIS).at(-1)?.value).toBe(words)
})

test('no households have no average, rather than NaN', () => {
  expect(writeHeadlines([], new Set(), BASIS).map((headline) => headline.value)).toEqual(['0', '–', '0', '£0'])
})

import { expect, test } from 'vitest'
import { computeLifetime } from '#contract/results/finding'
import { anAwaitedReport, aReport } from './testing/aReport'
import { axisFigure, comparisonInWords, lifetimeRange, pounds, quotable, rateInWords, stillWaiting } from './wording'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1K'],
  [1_500, '1.5K'],
  [12_000, '12K'],
])('the axis writes %d as %s', (value, text) => expect(axisFigure(value)).toBe(text))

test('money is written in whole pounds', () => expect(pounds(36_452.4)).toBe('£36,452'))

test('it says what was compared, and what is awaited', () => {
  expect(comparisonInWords(aReport())).toBe(
    '6 households were contacted. These figures are of those that were not claiming Pension Credit in August 2026 and claim it in October 2026.',
  )
  expect(comparisonInWords(aReport({ comparison: { contacted_households: 1 } }))).toContain(
    '1 household was contacted.',
  )
  expect(comparisonInWords(aReport({ comparison: { compared_snapshot: null } }))).toBe(
    'Too early: before 28 September 2026 a claim may be undecided. The figures come with the first snapshot of that day or later, and follow each up to 28 February 2027.',
  )
  expect(comparisonInWords(aReport({ comparison: { close_date: null, compared_snapshot: null } }))).toBe(
    'The figures come once the campaign has been sent and a later snapshot is there.',
  )
})

test('a rate is written with what it is of', () => {
  expect(rateInWords({ households: 1_240, claiming: 43 })).toBe('3.5% (43 of 1,240 households)')
  expect(rateInWords({ households: 1, claiming: 1 })).toBe('100.0% (1 of 1 household)')
  expect(rateInWords({ households: 0, claiming: 0 })).toBe('No household to compare with')
})

test('what people quote flatters nobody: it says what is not known, and both rates', () => {
  const rates = { contacted: { households: 103, claiming: 16 }, not_contacted: { households: 574, claiming: 113 } }
  expect(quotable(aReport({ comparison: { rates }, campaign_impact: { annual_value: 56_665 } }))).toBe(
    'What this campaign caused is not known. Of contacted households 15.5% (16 of 103 households) now claim, ' +
      'of other eligible ones 19.7% (113 of 574 households).',
  )
  expect(quotable(anAwaitedReport())).toBeNull()
})

test('the lifetime value has a range, once there is a figure', () => {
  expect(lifetimeRange(computeLifetime(aReport(), null) ?? { value: null, range: [] })).toBe(
    '£10,936 over 3 years to £36,452 over 10 years',
  )
  expect(lifetimeRange({ value: null, range: [] })).toBeNull()
})

test.each([
  ['2026-10-01', null],
  ['2026-11-01', '4 households'],
])('who is still waiting is counted from 60 days after sending: in %s %s', (compared_snapshot, words) => {
  expect(stillWaiting(aReport({ comparison: { compared_snapshot } }))).toBe(words)
})

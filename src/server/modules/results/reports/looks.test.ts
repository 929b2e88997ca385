import { expect, test } from 'vitest'
import { chooseLooks } from './looks'

const MONTHS = ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-01']

/** What a report says about a campaign sent that day, once these months are there. */
const looks = (sent: string, ...months: readonly string[]) => {
  const { early, outcome } = chooseLooks(
    sent,
    months.map((month) => `${month}-01`),
  )
  return [early, outcome] as const
}

test.each([
  ['in the middle of a month the first of it', '2026-05-12', '2026-08-01', '2026-11-01'],
  ['on the first the day itself', '2026-05-01', '2026-08-01', '2026-11-01'],
  ['at the end none of the month after', '2026-05-31', '2026-08-01', '2026-11-01'],
])('tells one snapshot for each look: sent %s', (_when, sent, early, outcome) =>
  expect(looks(sent, ...MONTHS)).toEqual([early, outcome]),
)

test('says nothing early, and nothing twice', () => {
  const told = MONTHS.map((_month, index) => looks('2026-05-12', ...MONTHS.slice(0, index + 1)))
  expect(told.map(([early]) => early)).toEqual([null, null, null, ...Array<string>(6).fill('2026-08-01')])
  expect(told.map(([, outcome]) => outcome)).toEqual([
    ...Array<null>(6).fill(null),
    ...Array<string>(3).fill('2026-11-01'),
  ])
})

test('a result at three months has no early look', () => {
  const months = MONTHS.map((month) => `${month}-01`)
  expect(chooseLooks('2026-05-12', months, 3)).toEqual({ early: null, outcome: '2026-08-01' })
})

test('takes a snapshot of the month before where it is at most 31 days off, once its own month can come no more', () => {
  expect(looks('2026-05-01', '2026-05', '2026-10')).toEqual([null, null])
  expect(looks('2026-05-01', '2026-05', '2026-10', '2026-12')).toEqual([null, '2026-10-01'])
  expect(looks('2026-05-12', '2026-05', '2026-10', '2026-12')).toEqual([null, null])
})

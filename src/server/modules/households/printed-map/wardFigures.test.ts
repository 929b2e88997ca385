import { expect, test } from 'vitest'
import type { WardTotals } from '../snapshots/service'
import { wardChanges, wardCounts, wardRates } from './wardFigures'

const totals = (counts: Readonly<Record<string, number>>): WardTotals[] =>
  Object.entries(counts).map(([wardCode, households]) => ({
    wardCode,
    households,
    belowZero: 0,
    income: 0,
    unclaimed: 0,
    unclaimedHighest: 0,
  }))

test('a rate is of rounded counts, and none is given of 1 to 7 households', () => {
  const { valueOf, inWords } = wardRates(totals({ A: 12, B: 3, C: 0 }), totals({ A: 101, B: 100, C: 40, D: 6 }))
  // 12 counts as 10, 101 as 100.
  expect(['A', 'B', 'C', 'D', 'E'].map((code) => inWords(valueOf(code)))).toEqual(['10.0%', '*', '0.0%', '*', '–'])
})

test('a change is of rounded counts, and none is told from or to 1 to 7 households', () => {
  const earlier = {
    month: '2026-07-01',
    totals: totals({ A: 12, B: 3, C: 20, D: 8 }),
    wards: ['A', 'B', 'C', 'D'].map((code) => ({ code })),
  }
  const { title, valueOf, inWords } = wardChanges(totals({ A: 19, B: 30, C: 8, D: 7, E: 50 }), earlier)
  expect(title).toBe('Change since July 2026')
  expect(['A', 'B', 'C', 'D', 'E'].map((code) => inWords(valueOf(code)))).toEqual(['+10', '*', '−10', '*', '–'])
})

/** Pairs of counts of a ward by what is published of them: no 1 to 7 may be the only one that leads to something. */
function pinned(
  publishedOf: (one: number, other: number) => unknown,
  derive: (one: number, other: number) => number[],
) {
  const known = new Map<string, Set<number>[]>()
  let pairs = 0
  // Up to the end of a step.
  for (let one = 0; one <= 107; one++) {
    for (let other = 0; other <= 107; other++) {
      pairs++
      const shown = JSON.stringify(publishedOf(one, other))
      const values = derive(one, other)
      const sets = known.get(shown) ?? values.map(() => new Set())
      for (const [at, value] of values.entries()) sets[at]?.add(value)
      known.set(shown, sets)
    }
  }
  expect(pairs).toBeGreaterThan(10_000)
  return [...known].filter(([, sets]) =>
    sets.some((values) => values.size === 1 && [...values].some((value) => value >= 1 && value <= 7)),
  )
}

test('no count of 1 to 7 can be worked out from pages of a ward: its count, its rate, and all its households', () => {
  const shown = (count: number, rest: number) => {
    const [matching, all] = [totals({ A: count }), totals({ A: count + rest })]
    return [wardCounts(matching), wardRates(matching, all), wardCounts(all)].map(({ valueOf }) => valueOf('A'))
  }
  expect(pinned(shown, (count, rest) => [count, rest])).toEqual([])
})

test('nor from pages of two months, and the change between them', () => {
  const shown = (then: number, now: number) => {
    const earlier = { month: '2026-07-01', totals: totals({ A: then }), wards: [{ code: 'A' }] }
    const pages = [wardCounts(earlier.totals), wardCounts(totals({ A: now })), wardChanges(totals({ A: now }), earlier)]
    return pages.map(({ valueOf }) => valueOf('A'))
  }
  expect(pinned(shown, (then, now) => [then, now, now - then, then - now])).toEqual([])
})

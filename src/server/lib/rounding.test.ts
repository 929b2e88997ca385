import { describe, expect, test } from 'vitest'
import {
  publishedCount,
  publishedEstimate,
  publishedParts,
  publishedPounds,
  publishedPoundsEstimate,
  publishedTotal,
} from './rounding'

test.each<[number, number | '*']>([
  [0, 0],
  [1, '*'],
  [7, '*'],
  [8, 10],
  [12, 10],
  [13, 15],
  [1204, 1205],
])('%i is published as %s', (count, published) => {
  expect(publishedCount(count)).toBe(published)
})

/** Every list of so many counts. */
function* lists(length: number, most: number): Generator<number[]> {
  if (length === 0) yield []
  else for (const rest of lists(length - 1, most)) for (let count = 0; count <= most; count++) yield [...rest, count]
}

/**
 * What somebody learns of each small count who knows this code: for each thing that can be published, all counts that
 * lead to it.
 */
function pinned(tables: Iterable<{ readonly parts: readonly number[]; readonly total: number }>): string[] {
  const possible = new Map<string, Set<number>[]>()
  for (const { parts, total } of tables) {
    const published = [...parts.map(publishedCount), publishedTotal(total, parts)].join(' ')
    const known = possible.get(published) ?? [...parts, total].map(() => new Set<number>())
    for (const [at, count] of [...parts, total].entries()) known[at]?.add(count)
    possible.set(published, known)
  }
  return [...possible].flatMap(([published, counts]) =>
    counts.some((known) => known.size === 1 && [...known].some((count) => count >= 1 && count <= 7)) ? [published] : [],
  )
}

describe('no count of 1 to 7 can be worked out from a total and its parts', () => {
  test.each([
    [1, 60],
    [2, 60],
    [3, 24],
    [4, 13],
    [7, 3],
  ])('of %i parts up to %i that share no household', (length, most) => {
    const tables = [...lists(length, most)].map((parts) => ({ parts, total: parts.reduce((sum, one) => sum + one, 0) }))
    expect(pinned(tables)).toEqual([])
  })

  test.each([
    [2, 30],
    [3, 15],
  ])('of %i parts up to %i that may share some', (length, most) => {
    const tables = [...lists(length, most)].flatMap((parts) => {
      const [least, sum] = [Math.max(...parts), parts.reduce((all, one) => all + one, 0)]
      return Array.from({ length: sum - least + 1 }, (_, more) => ({ parts, total: least + more }))
    })
    expect(pinned(tables)).toEqual([])
  })

  test('of two that are published one after the other, in 10,000 pairs', () => {
    const possible = new Map<string, Set<number>>()
    for (let before = 0; before < 1_429; before++) {
      for (let more = 1; more <= 7; more++) {
        const pair = [before, before + more].map(publishedCount).join(' ')
        possible.set(pair, (possible.get(pair) ?? new Set()).add(more))
      }
    }
    expect([...possible].filter(([, known]) => known.size === 1)).toEqual([])
  })
})

test('a total beside parts that are not small is the nearest 5 of itself', () => {
  expect(publishedTotal(33, [11, 11, 11])).toBe(35)
})

test('pounds go to three significant figures, and to two beside a hidden part', () => {
  expect(publishedPounds(278_956, 80)).toBe(279_000)
  expect(publishedPounds(278_956, 80, [3, 60, 16])).toBe(280_000)
  expect(publishedPounds(7, 10)).toBe(7)
  expect(publishedPounds(2_600, '*')).toBe('*')
  expect(publishedPounds(0, 0)).toBe(0)
  expect(publishedPoundsEstimate({ value: 101_587, low: 10_094.4, high: 193_151 })).toEqual({
    value: 102_000,
    low: 10_000,
    high: 194_000,
  })
})

test('an estimate goes to the nearest step, and the ends of its interval outwards', () => {
  expect(publishedEstimate({ value: 65.4, low: 20.5, high: 100.2 })).toEqual({ value: 65, low: 20, high: 105 })
  expect(publishedEstimate({ value: -1.2, low: -18.2, high: -0.4 })).toEqual({ value: 0, low: -20, high: 0 })
  expect(publishedEstimate({ value: 94_373, low: 8_394, high: 160_960 }, 100)).toEqual({
    value: 94_400,
    low: 8_300,
    high: 161_000,
  })
})

test('what is hidden cannot be told from the total less the others: a second part is hidden too', () => {
  expect(publishedParts([3, 40, 21])).toEqual(['*', 40, '*'])
  expect(publishedParts([3, 40, 5])).toEqual(['*', 40, '*'])
  expect(publishedParts([3, 0, 21])).toEqual(['*', 0, '*'])
  expect(publishedParts([12, 40, 21])).toEqual([10, 40, 20])
  expect(publishedParts([3])).toEqual(['*'])
})

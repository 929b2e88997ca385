import { describe, expect, it } from 'vitest'
import { groupByCoordinate, rowsOfDot } from './points'

const dotsAt = (...points: [number, number][]) =>
  groupByCoordinate(
    Float64Array.from(points, (point) => point[0]),
    Float64Array.from(points, (point) => point[1]),
  )

describe('grouping households by coordinate', () => {
  it('makes one dot of households on exactly the same spot, with all their rows', () => {
    const dots = dotsAt([-2.3, 53.4], [-2.31, 53.4], [-2.3, 53.4], [-2.3, 53.41], [-2.3, 53.4])

    expect(dots.count).toBe(3)
    expect(Array.from(dots.positions)).toEqual([-2.3, 53.4, -2.31, 53.4, -2.3, 53.41])
    expect(Array.from(dots.dotOfRow)).toEqual([0, 1, 0, 2, 0])
    expect(Array.from(rowsOfDot(dots, 0))).toEqual([0, 2, 4])
    expect(Array.from(rowsOfDot(dots, 1))).toEqual([1])
    expect(Array.from(rowsOfDot(dots, 2))).toEqual([3])
  })

  it('keeps apart coordinates that differ in the last digit, and longitude from latitude', () => {
    expect(dotsAt([-2.3000001, 53.4], [-2.3000002, 53.4]).count).toBe(2)
    expect(dotsAt([1, 2], [2, 1]).count).toBe(2)
  })

  it('agrees with a plain map on many points, among them many that repeat', () => {
    const points = Array.from({ length: 20_000 }, (_, row): [number, number] => [
      -2 - ((row * 7919) % 1200) / 1000,
      53 + ((row * 104_729) % 5) / 1000,
    ])
    const dots = dotsAt(...points)
    expect(dots.count).toBe(new Set(points.map((point) => point.join(' '))).size)
    points.forEach((point, row) => {
      const dot = dots.dotOfRow[row] ?? -1
      expect([dots.positions[dot * 2], dots.positions[dot * 2 + 1]]).toEqual(point)
    })
    expect(Array.from(dots.rows).sort((a, b) => a - b)).toEqual(points.map((_, row) => row))
  })

  it('takes no households at all', () => {
    expect(dotsAt().count).toBe(0)
  })
})

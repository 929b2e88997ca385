import { expect, test } from 'vitest'
import type { Area, Position, Ring } from '#contract/households/area'
import { indexArea } from './areaIndex'

/** Always the same ones, from 0 to below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x8000_0000
}

/** Edge by edge, in the order that they were drawn. */
const isInsideByEach = (area: Area, longitude: number, latitude: number): boolean =>
  area.some((rings) =>
    rings
      .flatMap((ring) => ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from] as const))
      .reduce((isIn, [one, other]) => {
        const [[x, south], [u, north]] = one[1] <= other[1] ? [one, other] : [other, one]
        if (latitude < south || latitude >= north) return isIn
        return longitude < x + (latitude - south) * ((u - x) / (north - south)) ? !isIn : isIn
      }, false),
  )

type Shape = (next: () => number) => Area

/** Corners on a few latitudes and longitudes: they repeat, lie on edges and on each other, and edges are level. */
const onGrid: Shape = (next) => [ringOf(60, () => [Math.floor(next() * 8) / 8, Math.floor(next() * 8) / 8])]

const ringOf = (corners: number, corner: (index: number) => Position): Ring[] => [
  Array.from({ length: corners }, (_, index) => corner(index)),
]

const SHAPES: Readonly<Record<string, Shape>> = {
  'corners on a grid': onGrid,
  'edges that cross everywhere': (next) => [ringOf(50, () => [next(), next()])],
  'a comb of 480 edges from end to end': (next) => {
    const lean = next()
    return [ringOf(480, (index) => [index / 480 + (index % 2 ? lean : 0), index % 2 ? 1 : 0])]
  },
  'teeth that each end at another latitude': (next) => [
    ringOf(480, (index) => [index / 480, index % 2 ? 0.5 + next() / 2 : next() / 2]),
  ],
  'edges a hair from each other': (next) => [
    ringOf(200, (index) => [0.5 + index * 1e-16 + next() * 1e-12, index % 2 ? 1 : 0]),
  ],
  'nearly level edges': (next) => [ringOf(100, (index) => [index % 2 ? 1 : 0, 0.5 + next() * 1e-13])],
  'a tiny one': (next) => [ringOf(20, () => [0.5 + next() * 1e-15, 0.5 + next() * 1e-15])],
  'no height': (next) => [ringOf(10, () => [next(), 0.5])],
  'a point': () => [ringOf(5, () => [0.5, 0.5])],
  'parts that overlap, with holes': (next) =>
    Array.from({ length: 30 }, () => [...ringOf(6, () => [next(), next()]), ...ringOf(4, () => [next(), next()])]),
}

test.each(Object.entries(SHAPES))('%s: the same places are inside as edge by edge', (_what, shape) => {
  for (let round = 1; round <= 6; round++) {
    const next = numbersFrom(round * 7_919)
    const area = shape(next)
    const corners = area.flat(2)
    const [middle] = corners
    const nearby = corners.slice(0, 100).flatMap(([x, y]): Position[] => {
      const [u, v] = corners[Math.floor(next() * corners.length)] ?? [x, y]
      const along = next()
      return [
        [x, y],
        [x, v],
        [x + (u - x) * along, y + (v - y) * along],
        [x + (next() - 0.5) * 1e-15, y - next() * 1e-16],
        [x + (next() - 0.5) * 3e-9, y + (next() - 0.5) * 3e-9],
      ]
    })
    const around = Array.from({ length: 400 }, (): Position => [next() * 1.4 - 0.2, next() * 1.4 - 0.2])
    const isInside = indexArea(area)
    const places = [...nearby, ...around]
    const wrong = places.filter(([x, y]) => isInside(x, y) !== isInsideByEach(area, x, y))
    expect(wrong, `round ${round}, first corner ${String(middle)}`).toEqual([])
  }
})

test('an area without corners holds nobody, and a place without numbers is in none', () => {
  expect(indexArea([])(0, 0)).toBe(false)
  expect(
    indexArea([
      [
        [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      ],
    ])(Number.NaN, Number.NaN),
  ).toBe(false)
})

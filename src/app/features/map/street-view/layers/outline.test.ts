import { expect, test } from 'vitest'
import type { WardFeature } from '#contract/households/map'
import { WARDS } from '../testing/fakeMapServer'
import { findOutline } from './outline'

const ward = (west: number): WardFeature => ({
  ...WARDS[0]!,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, 0],
        [west + 1, 0],
        [west + 1, 1],
        [west, 1],
        [west, 0],
      ],
    ],
  },
})

test('a gap where two wards are drawn differently is no part of the line', () => {
  const drawnOtherwise: WardFeature = {
    ...ward(1),
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [1, 0],
          [2, 0],
          [2, 1],
          [1, 1],
          [1, 0.52],
          [1.01, 0.51],
          [1, 0.5],
          [1, 0],
        ],
      ],
    },
  }
  const first: WardFeature = {
    ...ward(0),
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 0.5],
          [1, 0.52],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
      ],
    },
  }
  expect(findOutline([first, drawnOtherwise])).toHaveLength(6)
})

test('the line around two wards leaves out the side that they share', () => {
  const sides = findOutline([ward(0), ward(1)]).map(([from, to]) => [from.join(), to.join()].sort().join(' to '))
  expect(sides.sort()).toEqual(['0,0 to 0,1', '0,0 to 1,0', '0,1 to 1,1', '1,0 to 2,0', '1,1 to 2,1', '2,0 to 2,1'])
})

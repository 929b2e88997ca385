import { describe, expect, it } from 'vitest'
import { areaInWords, areaText, isInArea, readArea, type Position } from './area'

const closed = (...corners: Position[]) => [...corners, corners[0]]
const polygon = (...rings: unknown[]) => JSON.stringify({ type: 'Polygon', coordinates: rings })
const several = (...polygons: unknown[]) => JSON.stringify({ type: 'MultiPolygon', coordinates: polygons })

const SQUARE = closed([0, 0], [4, 0], [4, 4], [0, 4])
const HOLE = closed([1, 1], [2, 1], [2, 2], [1, 2])

const regular = (corners: number) =>
  closed(
    ...Array.from({ length: corners }, (_, index): Position => {
      const angle = (index / corners) * 2 * Math.PI
      return [Math.cos(angle), Math.sin(angle)]
    }),
  )

describe('what is an area', () => {
  it.each([
    ['a polygon', polygon(SQUARE)],
    ['one with a hole', polygon(SQUARE, HOLE)],
    ['two that touch along a side', several([SQUARE], [closed([4, 0], [8, 0], [8, 4], [4, 4])])],
    ['500 corners', polygon(regular(500))],
    ['heights, which are left out', polygon([...SQUARE.map((at) => [...(at ?? []), 12])])],
    [
      'the same corner twice in a row',
      polygon([
        [0, 0],
        [4, 0],
        [4, 0],
        [4, 4],
        [0, 0],
      ]),
    ],
  ])('%s', (_, text) => {
    expect(readArea(text)).toHaveProperty('area')
  })

  const SHAPE = 'An area is a GeoJSON Polygon or MultiPolygon.'
  const CROSS = 'The edges of this area cross. Move a corner so that they do not.'
  it.each([
    ['no JSON', '[[', SHAPE],
    ['a feature', JSON.stringify({ type: 'Feature', geometry: JSON.parse(polygon(SQUARE)) as unknown }), SHAPE],
    ['words for numbers', polygon([['0', '0']]), SHAPE],
    ['a number too large to be one', polygon(SQUARE).replace('4', '1e999'), SHAPE],
    ['no ring', polygon(), SHAPE],
    ['a text beyond its length', polygon(SQUARE).padEnd(25_001), SHAPE],
    [
      'an open outline',
      polygon([
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ]),
      'Each outline of an area ends where it began.',
    ],
    ['two corners', polygon(closed([0, 0], [4, 0])), 'An area has at least three corners.'],
    ['501 corners', polygon(regular(501)), 'An area has at most 500 points. This one has 501.'],
    ['a bow tie', polygon(closed([0, 0], [4, 4], [4, 0], [0, 4])), CROSS],
    ['an outline that meets itself', polygon(closed([0, 0], [4, 0], [2, 2], [4, 4], [0, 4], [2, 2])), CROSS],
    ['a spike', polygon(closed([0, 0], [4, 0], [8, 0], [4, 0], [4, 4])), CROSS],
    ['a line', polygon(closed([0, 0], [4, 0], [2, 0])), CROSS],
    ['two that overlap', several([SQUARE], [closed([2, 2], [6, 2], [6, 6], [2, 6])]), CROSS],
    ['a hole across the edge', polygon(SQUARE, closed([3, 1], [5, 1], [5, 2], [3, 2])), CROSS],
    ['a hole outside', polygon(HOLE, SQUARE), 'A hole of this area lies outside it.'],
  ])('not %s', (_, text, problem) => {
    expect(readArea(text)).toEqual({ problem })
  })
})

it('holds what lies inside, not what lies in a hole', () => {
  const read = readArea(several([SQUARE, HOLE], [closed([10, 10], [12, 10], [11, 12])]))
  if ('problem' in read) throw new Error(read.problem)
  const places: Position[] = [
    [3, 3],
    [1.5, 1.5],
    [11, 11],
    [9, 9],
    [5, 1],
  ]
  expect(places.map((at) => isInArea(at, read.area))).toEqual([true, false, true, false, false])
})

it('is written as it was read', () => {
  for (const text of [polygon(SQUARE, HOLE), several([SQUARE], [closed([10, 10], [12, 10], [11, 12])])]) {
    const read = readArea(text)
    expect('area' in read && areaText(read.area)).toBe(text)
  }
})

it('is named by its size', () => {
  const at = (longitude: number, latitude: number): Position => [-2.3 + longitude, 53.4 + latitude]
  const one = closed(at(0, 0), at(0.03, 0), at(0.03, 0.02), at(0, 0.02))
  expect(areaInWords(polygon(one))).toBe('Drawn area, 4.4 km²')
  expect(areaInWords(several([one], [closed(at(1, 0), at(1.3, 0), at(1.3, 0.2))]))).toBe('2 drawn areas, 226 km²')
})

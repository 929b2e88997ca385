import { expect, test } from 'vitest'
import { countSquares } from './squares'

const all = (count: number) => new Uint8Array(Math.ceil(count / 8)).fill(255)

/** So many households at each place. */
function pointsAt(...places: readonly (readonly [longitude: number, latitude: number, count: number])[]) {
  const rows = places.flatMap(([longitude, latitude, count]) =>
    Array.from({ length: count }, () => [longitude, latitude]),
  )
  return {
    longitudes: Float64Array.from(rows, ([longitude = 0]) => longitude),
    latitudes: Float64Array.from(rows, ([, latitude = 0]) => latitude),
  }
}

const look = { metres: 250, latitude: 53.4 }

test('a square with 1 to 7 households is not told from one with none', () => {
  expect(countSquares(pointsAt([-2.3, 53.4, 7]), all(7), look)).toEqual([])
  const [square, ...others] = countSquares(pointsAt([-2.3, 53.4, 8], [-2.2, 53.4, 7]), all(15), look)
  expect(others).toEqual([])
  expect(square?.households).toBe(10)
})

test('what does not match is not counted', () => {
  expect(countSquares(pointsAt([-2.3, 53.4, 16]), Uint8Array.of(255, 1), look)[0]?.households).toBe(10)
})

test('a square is as wide as it is high on the ground, and holds its households', () => {
  const [square] = countSquares(pointsAt([-2.3, 53.4, 20]), all(20), look)
  if (!square) throw new Error('There is no square.')
  const { west, south, east, north } = square
  expect((north - south) * 111_195).toBeCloseTo(250, 3)
  expect((east - west) * 111_195 * Math.cos((53.4 * Math.PI) / 180)).toBeCloseTo(250, 3)
  expect(west <= -2.3 && -2.3 <= east && south <= 53.4 && 53.4 <= north).toBe(true)
})

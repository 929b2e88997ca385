import { expect, test } from 'vitest'
import { walkingOrder } from './walk'

const at = (longitude: number, latitude = 0) => ({ longitude, latitude })

test('a street is walked from one end to the other, whatever order its houses come in', () => {
  const walk = walkingOrder([3, 0, 4, 1, 2].map((house) => at(house)))
  const houses = walk.map(({ longitude }) => longitude)
  expect([houses, houses.toReversed()]).toContainEqual([0, 1, 2, 3, 4])
})

test('both sides of a square are walked round, not across', () => {
  const corners = [at(0, 0), at(1, 1), at(1, 0), at(0, 1)]
  const walk = walkingOrder(corners)
  const legs = walk.slice(1).map((place, index) => {
    const before = walk[index] ?? place
    return Math.hypot(place.longitude - before.longitude, place.latitude - before.latitude)
  })
  expect(legs.map((length) => Math.round(length * 1000))).toEqual([1000, 1000, 1000])
})

test('each of 60 is there once, also flats at one place', () => {
  const stops = Array.from({ length: 60 }, (_, index) => ({ ...at((index * 7) % 13, (index * 5) % 11), index }))
  expect(
    walkingOrder([...stops, { ...at(0, 0), index: 60 }])
      .map(({ index }) => index)
      .sort((a, b) => a - b),
  ).toEqual(Array.from({ length: 61 }, (_, index) => index))
})

test('nowhere to go is no walk', () => expect(walkingOrder([])).toEqual([]))

import { expect, test } from 'vitest'
import { drawHeldOut, type Drawable } from './draw'

/** Three wards of different sizes, awards from £0 to £99. */
const HOUSEHOLDS: readonly Drawable[] = Array.from({ length: 600 }, (_, index) => ({
  reference: `A-${String(index).padStart(4, '0')}`,
  wardCode: index < 100 ? 'W1' : index < 300 ? 'W2' : 'W3',
  award: (index * 37) % 100,
  place: String(index),
}))

test.each([
  [10, 60],
  [20, 120],
  [50, 300],
])('%d%% of the list is drawn, and of each ward and quarter of awards its share', (percentage, count) => {
  const drawn = new Set(drawHeldOut(HOUSEHOLDS, percentage, 'a seed'))
  expect(drawn.size).toBe(count)
  for (const ward of ['W1', 'W2', 'W3']) {
    for (const quarter of [0, 1, 2, 3]) {
      const stratum = HOUSEHOLDS.filter(
        ({ wardCode, award }) => wardCode === ward && Math.floor(award / 25) === quarter,
      )
      const share = (stratum.length * percentage) / 100
      expect(Math.abs(stratum.filter(({ reference }) => drawn.has(reference)).length - share)).toBeLessThan(1)
    }
  }
})

test('the same seed draws the same households in whatever order they come, another seed others', () => {
  const drawn = drawHeldOut(HOUSEHOLDS, 20, 'a seed')
  expect(drawHeldOut(HOUSEHOLDS.toReversed(), 20, 'a seed')).toEqual(drawn)
  expect(drawHeldOut(HOUSEHOLDS, 20, 'another')).not.toEqual(drawn)
})

test('each household has the same chance', () => {
  const times = new Map<string, number>()
  const seeds = 400
  const list = HOUSEHOLDS.slice(0, 53)
  for (let seed = 0; seed < seeds; seed++) {
    for (const reference of drawHeldOut(list, 20, String(seed))) times.set(reference, (times.get(reference) ?? 0) + 1)
  }
  // Five standard deviations around a fifth.
  const reach = 5 * Math.sqrt(seeds * 0.2 * 0.8)
  for (const { reference } of list) {
    expect(Math.abs((times.get(reference) ?? 0) - seeds * 0.2)).toBeLessThan(reach)
  }
})

test('a list too small for its share may draw nobody, and never fails', () => {
  expect(drawHeldOut([], 20, 'a seed')).toEqual([])
  expect(drawHeldOut(HOUSEHOLDS.slice(0, 1), 50, 'a seed').length).toBeLessThanOrEqual(1)
})

test('households of one address are drawn together, those of a block of flats are not', () => {
  const list = HOUSEHOLDS.map((household, index) => ({
    ...household,
    place: index < 100 ? 'the block' : String(Math.floor(index / 4)),
  }))
  const drawn = new Set(drawHeldOut(list, 20, 'a seed'))
  for (let first = 100; first < list.length; first += 4) {
    const together = list.slice(first, first + 4).filter(({ reference }) => drawn.has(reference))
    expect([0, 4]).toContain(together.length)
  }
  const ofBlock = list.slice(0, 100).filter(({ reference }) => drawn.has(reference))
  expect(ofBlock.length).toBeGreaterThan(10)
  expect(ofBlock.length).toBeLessThan(30)
})

test('households of one mobile number are drawn together, with those of their addresses; those of a number of many are not', () => {
  const list = HOUSEHOLDS.map((household, index) => ({
    ...household,
    // Two at an address, of which one has the number of one at the next.
    place: index < 200 ? `address ${Math.floor(index / 2)}` : household.place,
    number: index < 200 && index % 2 === 0 ? `number ${Math.floor(index / 4)}` : index < 300 ? 'of many' : undefined,
  }))
  const drawn = new Set(drawHeldOut(list, 20, 'a seed'))
  expect(drawn.size).toBeGreaterThan(100)
  expect(drawn.size).toBeLessThan(140)
  for (let first = 0; first < 200; first += 4) {
    expect([0, 4]).toContain(list.slice(first, first + 4).filter(({ reference }) => drawn.has(reference)).length)
  }
  const ofMany = list.slice(200, 300).filter(({ reference }) => drawn.has(reference))
  expect(ofMany.length).toBeGreaterThan(10)
  expect(ofMany.length).toBeLessThan(30)
})

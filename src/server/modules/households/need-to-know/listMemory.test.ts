import { afterEach, expect, test, vi } from 'vitest'
import { createListMemory } from './listMemory'

const HELD = Array.from({ length: 10_000 }, (_, index) => `TST-${index}`)
const without = (...gone: number[]) => HELD.filter((_, index) => !gone.includes(index))

afterEach(() => void vi.useRealTimers())

async function compare(one: readonly string[], other: readonly string[]) {
  const memory = createListMemory(5)
  const listHeld = () => Promise.resolve(HELD)
  expect(await memory.compare('somebody', one, listHeld)).toEqual([])
  return (await memory.compare('somebody', other, listHeld)).map((references) => references.toSorted())
}

test.each([
  ['one more', without(7), HELD, [['TST-7']]],
  ['one fewer', HELD, without(7), [['TST-7']]],
  ['one for another', without(7), without(9_999), [['TST-7', 'TST-9999']]],
  ['four fewer', HELD, without(1, 2, 3, 4), [['TST-1', 'TST-2', 'TST-3', 'TST-4']]],
  ['five fewer', HELD, without(1, 2, 3, 4, 5), []],
  ['none fewer', HELD, HELD.toReversed(), []],
  ['one of five', HELD.slice(0, 5), HELD.slice(0, 1), [['TST-1', 'TST-2', 'TST-3', 'TST-4']]],
  ['others, where both are few', HELD.slice(0, 2), HELD.slice(2, 4), []],
])('tells lists that differ in fewer than five: %s', async (_what, one, other, expected) => {
  expect(await compare(one, other)).toEqual(expected)
})

test('finds also two that share a place in the sketch', async () => {
  const some = HELD.slice(0, 300)
  const memory = createListMemory(5)
  await memory.compare('somebody', some, () => Promise.resolve(some))
  for (let place = 1; place < some.length; place++) {
    const left = some.filter((_, index) => index !== 0 && index !== place)
    const [found] = await memory.compare('somebody', left, () => Promise.resolve(some))
    expect(found?.toSorted()).toEqual(['TST-0', `TST-${place}`].toSorted())
  }
})

test('forgets after an hour, and never compares two people', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const memory = createListMemory(5)
  const listHeld = () => Promise.resolve(HELD)
  await memory.compare('somebody', HELD, listHeld)
  expect(await memory.compare('somebody else', without(1), listHeld)).toEqual([])
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect(await memory.compare('somebody', without(1), listHeld)).toEqual([])
})

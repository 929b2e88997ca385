import { expect, test } from 'vitest'
import { freezeHouseholds, unpackHouseholds } from './frozenList'

test('a frozen list comes back as it was, and its hash follows from it', async () => {
  const references = Array.from({ length: 5_000 }, (_, index) => `A-${index}`)
  const { list, hash } = await freezeHouseholds(references)
  expect(await unpackHouseholds(list)).toEqual(references)
  expect((await freezeHouseholds(references)).hash).toBe(hash)
  expect((await freezeHouseholds(references.slice(1))).hash).not.toBe(hash)
  expect(await unpackHouseholds((await freezeHouseholds([])).list)).toEqual([])
})

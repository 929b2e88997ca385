import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { batchesOf } from './batches'

async function batches(pieces: string[], size: number): Promise<string[][]> {
  const found: string[][] = []
  for await (const batch of batchesOf(Readable.from(pieces, { objectMode: false }), size)) found.push(batch)
  return found
}

test('batches do not depend on how the lines arrive', async () => {
  const expected = [['a', 'b'], ['c', 'd'], ['e']]
  expect(await batches(['a\nb\nc\nd\ne\n'], 2)).toEqual(expected)
  expect(await batches(['a', '\nb\nc', '\n', 'd\ne\n'], 2)).toEqual(expected)
})

test('no lines make no batch', async () => {
  expect(await batches([], 2)).toEqual([])
})

import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readBatches } from './batches'

async function batches(pieces: string[], size: number): Promise<string[][]> {
  const found: string[][] = []
  for await (const batch of readBatches(Readable.from(pieces, { objectMode: false }), size)) found.push(batch)
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

test('a stream that fails in the middle fails the batches', async () => {
  async function* failing() {
    yield 'a\nb\n'
    throw new Error('The line was cut.')
  }
  const reading = readBatches(Readable.from(failing()), 10).next()
  await expect(reading).rejects.toThrow('The line was cut.')
})

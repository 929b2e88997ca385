import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { countErased } from './countErased'

test('counts erased households of a month in pieces, between which others are answered', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => ({
    household_reference: `EX-${index}`,
    has_contact: index === 7,
  }))
  let turns = 0
  let turn = setImmediate(function next() {
    turns += 1
    turn = setImmediate(next)
  })
  const isErased = (reference: string) => ['EX-7', 'EX-8'].includes(reference)
  const content = Readable.from([lines.map((line) => `${JSON.stringify(line)}\n`).join('')])
  expect(await countErased(content, isErased)).toEqual({ households: 2, contacts: 1 })
  clearImmediate(turn)
  expect(turns).toBeGreaterThanOrEqual(5)
})

test('refuses a line that no household has before it is in memory', async () => {
  const piece = Buffer.alloc(64_000, 'x')
  let given = 0
  const endless = new Readable({
    read() {
      given += 1
      this.push(given > 100 ? null : piece)
    },
  })
  await expect(countErased(endless, () => false)).rejects.toThrow('longer than it may be')
  expect(given).toBeLessThan(10)
})

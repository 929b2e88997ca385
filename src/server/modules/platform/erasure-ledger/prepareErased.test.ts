import { expect, test, vi } from 'vitest'
import { prepareErased } from './service'

test('looks through many references in pieces, between which others are answered, and then at once', async () => {
  const references = Array.from({ length: 5_000 }, (_, index) => `EX-${index}`)
  const isErased = vi.fn((reference: string) => ['EX-7', 'EX-8000'].includes(reference))
  let turns = 0
  let turn = setImmediate(function next() {
    turns += 1
    turn = setImmediate(next)
  })
  async function* pages() {
    yield references
  }
  const prepared = await prepareErased(isErased, pages())
  clearImmediate(turn)
  expect(turns).toBeGreaterThanOrEqual(5)
  isErased.mockClear()
  expect(references.filter(prepared)).toEqual(['EX-7'])
  expect(isErased).toHaveBeenCalledTimes(1)
  expect(prepared('EX-8000')).toBe(true)
})

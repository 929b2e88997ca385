import { expect, test, vi } from 'vitest'
import { createShelf } from './shelf'

function shelfOf(bound: number) {
  const dropped: string[] = []
  const shelf = createShelf<string>(bound, async (item) => {
    dropped.push(item)
  })
  const use = async (key: string, size = 1) => (await shelf.borrow(key, size, async () => key)).release()
  return { shelf, dropped, use }
}

test('loads an item once for all who ask at the same time, and keeps it', async () => {
  const { shelf } = shelfOf(10)
  const load = vi.fn(async () => 'loaded')
  const loans = await Promise.all([1, 2, 3].map(() => shelf.borrow('a', 1, load)))
  for (const loan of loans) loan.release()
  await shelf.borrow('a', 1, load)
  expect(load).toHaveBeenCalledOnce()
})

test('makes room by the item that was used longest ago', async () => {
  const { shelf, dropped, use } = shelfOf(2)
  await use('a')
  await use('b')
  await use('a')
  await use('c')
  expect(dropped).toEqual(['b'])
  expect(shelf.keys()).toEqual(['a', 'c'])
})

test('never drops what is in use; what came in over the bound leaves when it is given back', async () => {
  const { shelf, dropped } = shelfOf(2)
  const a = await shelf.borrow('a', 2, async () => 'a')
  const b = await shelf.borrow('b', 2, async () => 'b')
  expect(dropped).toEqual([])
  a.release()
  await vi.waitFor(() => expect(dropped).toEqual(['a']))
  b.release()
  expect(shelf.keys()).toEqual(['b'])
})

test('giving back twice counts once', async () => {
  const { shelf, dropped, use } = shelfOf(1)
  const first = await shelf.borrow('a', 1, async () => 'a')
  await shelf.borrow('a', 1, async () => 'a')
  first.release()
  first.release()
  await use('b')
  expect(dropped).toEqual(['b'])
})

test('forgets a load that failed, so that the next one tries again', async () => {
  const { shelf } = shelfOf(1)
  await expect(shelf.borrow('a', 1, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(shelf.keys()).toEqual([])
  const { item } = await shelf.borrow('a', 1, async () => 'here now')
  expect(item).toBe('here now')
})

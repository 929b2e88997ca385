import { expect, test, vi } from 'vitest'
import { createTableCache } from './tableCache'

function cacheOf(bound: number) {
  const dropped: string[] = []
  const cache = createTableCache<string>(bound, async (item) => {
    dropped.push(item)
  })
  const use = async (key: string, size = 1) => (await cache.borrow(key, size, async () => key)).release()
  return { cache, dropped, use }
}

test('loads an item once for concurrent calls, and keeps it', async () => {
  const { cache } = cacheOf(10)
  const load = vi.fn(async () => 'loaded')
  const loans = await Promise.all([1, 2, 3].map(() => cache.borrow('a', 1, load)))
  for (const loan of loans) loan.release()
  await cache.borrow('a', 1, load)
  expect(load).toHaveBeenCalledOnce()
})

test('evicts the least recently used item', async () => {
  const { cache, dropped, use } = cacheOf(2)
  await use('a')
  await use('b')
  await use('a')
  await use('c')
  expect(dropped).toEqual(['b'])
  expect(cache.keys()).toEqual(['a', 'c'])
})

test('never evicts what is in use; what was loaded over the capacity leaves when released', async () => {
  const { cache, dropped } = cacheOf(2)
  const a = await cache.borrow('a', 2, async () => 'a')
  const b = await cache.borrow('b', 2, async () => 'b')
  expect(dropped).toEqual([])
  a.release()
  await vi.waitFor(() => expect(dropped).toEqual(['a']))
  b.release()
  expect(cache.keys()).toEqual(['b'])
})

test('releasing twice counts once', async () => {
  const { cache, dropped, use } = cacheOf(1)
  const first = await cache.borrow('a', 1, async () => 'a')
  await cache.borrow('a', 1, async () => 'a')
  first.release()
  first.release()
  await use('b')
  expect(dropped).toEqual(['b'])
})

test('does not keep a failed load', async () => {
  const { cache } = cacheOf(1)
  await expect(cache.borrow('a', 1, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(cache.keys()).toEqual([])
  const { item } = await cache.borrow('a', 1, async () => 'here now')
  expect(item).toBe('here now')
})

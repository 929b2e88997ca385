import { expect, test } from 'vitest'
import { inBackground } from './turns'
import { createBatchedLookup } from './batchedLookup'

/** Lookups that get their connection, or fail, when they are told to. */
function aLookup() {
  const asked: string[][] = []
  const connect: ((error?: Error) => void)[] = []
  const find = createBatchedLookup<string, string>(async (begin) => {
    await new Promise<void>((resolve, reject) => connect.push((error) => (error ? reject(error) : resolve())))
    const keys = begin()
    asked.push(keys)
    return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `row of ${key}`]))
  })
  return { asked, connect, find }
}

test('keys that are asked for while a lookup waits for its connection share it', async () => {
  const { asked, connect, find } = aLookup()
  const found = Promise.all([find('a'), find('b'), find('a'), find('unknown')])
  connect[0]?.()
  expect(await found).toEqual(['row of a', 'row of b', 'row of a', undefined])
  expect(asked).toEqual([['a', 'b', 'unknown']])
})

test('a lookup that has begun takes no more keys', async () => {
  const { asked, connect, find } = aLookup()
  const first = find('a')
  connect[0]?.()
  await first
  const second = find('a')
  connect[1]?.()
  await second
  expect(asked).toEqual([['a'], ['a']])
})

test('a failure reaches all who waited, and the next lookup starts afresh', async () => {
  const { connect, find } = aLookup()
  const found = Promise.allSettled([find('a'), find('b')])
  connect[0]?.(new Error('away'))
  expect((await found).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = find('a')
  connect[1]?.()
  expect(await again).toBe('row of a')
})

test('a request does not join what waits in the background', async () => {
  const { asked, connect, find } = aLookup()
  const found = Promise.all([inBackground(() => find('a')), find('b')])
  connect[0]?.()
  connect[1]?.()
  await found
  expect(asked).toEqual([['a'], ['b']])
})

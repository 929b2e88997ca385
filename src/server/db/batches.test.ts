import { expect, test } from 'vitest'
import { inBatches } from './batches'

/** Work whose batches end, or fail, when they are told to. */
function someWork() {
  const batches: string[][] = []
  const end: ((error?: Error) => void)[] = []
  const ask = inBatches<string, string>(
    async (items) => {
      batches.push([...items])
      await new Promise<void>((resolve, reject) => end.push((error) => (error ? reject(error) : resolve())))
      return new Map(items.filter((item) => item !== 'unknown').map((item) => [item, `done ${item}`]))
    },
    { most: 3, gatherMs: 1 },
  )
  return { ask, batches, end }
}

test('what comes at once goes together, in batches of a bounded size, one after another', async () => {
  const { ask, batches, end } = someWork()
  const answers = Promise.all(['a', 'b', 'unknown', 'c'].map(ask))
  await expect.poll(() => end.length).toBe(1)
  const late = ask('d')
  end[0]?.()
  await expect.poll(() => end.length).toBe(2)
  end[1]?.()
  expect(await answers).toEqual(['done a', 'done b', undefined, 'done c'])
  expect(await late).toBe('done d')
  expect(batches).toEqual([
    ['a', 'b', 'unknown'],
    ['c', 'd'],
  ])
})

test('a failure reaches all of its batch, and not the next', async () => {
  const { ask, end } = someWork()
  const first = Promise.allSettled(['a', 'b'].map(ask))
  await expect.poll(() => end.length).toBe(1)
  const second = ask('c')
  end[0]?.(new Error('away'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect.poll(() => end.length).toBe(2)
  end[1]?.()
  expect(await second).toBe('done c')
})

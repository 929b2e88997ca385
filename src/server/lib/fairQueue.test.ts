import { expect, test } from 'vitest'
import { createFairQueue, WaitedTooLong, type Patience } from './fairQueue'

/** Work that ends when it is told to, and says in which order it was begun. */
function bench(...[places, share]: Parameters<typeof createFairQueue>) {
  const queue = createFairQueue(places, share)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (organisationId: string, name: string, waiting?: Patience) =>
    queue.run(
      organisationId,
      () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      waiting,
    )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { add, end, begun, settled, queue }
}

test('another council passes a council’s backlog, and those that wait go round in turns', async () => {
  const { add, end, begun, settled } = bench(1)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name)
  void add('b', 'b1')
  void add('c', 'c1')
  void add('b', 'b2')
  await settled()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('no council takes more than its share while there is room', async () => {
  const { add, end, begun, settled } = bench(2, 1)
  void add('a', 'a1')
  void add('a', 'a2')
  await settled()
  expect(begun).toEqual(['a1'])
  void add('b', 'b1')
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('gives up what waits for too long, and goes on after work that fails', async () => {
  const { add, end, begun, queue } = bench(1)
  void add('a', 'a1')
  await expect(add('b', 'b1', { waitMs: 1 })).rejects.toThrow(WaitedTooLong)
  await end('a1')
  await expect(queue.run('a', () => Promise.reject(new Error('It failed.')))).rejects.toThrow('It failed.')
  expect(await queue.run('b', () => Promise.resolve('done'))).toBe('done')
  expect(begun).toEqual(['a1'])
})

test('who leaves while waiting is passed over', async () => {
  const { add, end, begun } = bench(1)
  const [leaving, left] = [new AbortController(), AbortSignal.abort(new Error('Had left.'))]
  void add('a', 'a1')
  const waiting = add('a', 'a2', { signal: leaving.signal })
  void add('a', 'a3', { signal: new AbortController().signal })
  leaving.abort(new Error('Left.'))
  await expect(waiting).rejects.toThrow('Left.')
  await expect(add('b', 'b1', { signal: left })).rejects.toThrow('Had left.')
  await end('a1')
  expect(begun).toEqual(['a1', 'a3'])
})

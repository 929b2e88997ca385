import { expect, it } from 'vitest'
import { memoizeBySnapshot } from './memoize'
import type { LoadedSnapshot } from './snapshot'

// Only the version is read.
const snapshot = (version: string) => ({ version }) as LoadedSnapshot

it('computes once a version, concurrent calls included, and again after eviction', async () => {
  const computed: string[] = []
  const compute = memoizeBySnapshot(2, async ({ version }) => {
    computed.push(version)
    return version
  })
  expect(await Promise.all([compute(snapshot('a')), compute(snapshot('a')), compute(snapshot('b'))])).toEqual([
    'a',
    'a',
    'b',
  ])
  await compute(snapshot('c'))
  await compute(snapshot('b'))
  expect(computed).toEqual(['a', 'b', 'c'])
  await compute(snapshot('a'))
  expect(computed).toEqual(['a', 'b', 'c', 'a'])
})

it('does not keep a failure', async () => {
  let tries = 0
  const compute = memoizeBySnapshot(2, async () => {
    if (++tries === 1) throw new Error('no memory')
    return tries
  })
  await expect(compute(snapshot('a'))).rejects.toThrow('no memory')
  expect(await compute(snapshot('a'))).toBe(2)
})

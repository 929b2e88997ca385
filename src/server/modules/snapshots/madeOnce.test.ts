import { expect, it } from 'vitest'
import { madeOnce } from './madeOnce'
import type { LoadedSnapshot } from './snapshot'

// Only the version decides.
const snapshot = (version: string) => ({ version }) as LoadedSnapshot

it('makes a thing once for a version, also while it is being made, and anew when it was pushed out', async () => {
  const made: string[] = []
  const make = madeOnce(2, async ({ version }) => {
    made.push(version)
    return version
  })
  expect(await Promise.all([make(snapshot('a')), make(snapshot('a')), make(snapshot('b'))])).toEqual(['a', 'a', 'b'])
  await make(snapshot('c'))
  await make(snapshot('b'))
  expect(made).toEqual(['a', 'b', 'c'])
  await make(snapshot('a'))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

it('does not remember a failure', async () => {
  let tries = 0
  const make = madeOnce(2, async () => {
    if (++tries === 1) throw new Error('no memory')
    return tries
  })
  await expect(make(snapshot('a'))).rejects.toThrow('no memory')
  expect(await make(snapshot('a'))).toBe(2)
})

import type pg from 'pg'
import { expect, test } from 'vitest'
import { afterCommit, inTransaction, type Tx } from './engine'

test('what waits for a commit is done after it, and never after a rollback', async () => {
  const done: string[] = []
  const client = { query: async (text: string) => void done.push(text) } as unknown as pg.ClientBase
  // A connection's transactions share it.
  const tx = {} as Tx
  const change = (says: string, fails = false) =>
    inTransaction(
      { client, tx },
      async () => {
        afterCommit(tx, () => done.push(says))
        if (fails) throw new Error('no such row')
      },
      undefined,
    )
  await change('one')
  await expect(change('two', true)).rejects.toThrow('no such row')
  await change('three')
  expect(done).toEqual(['begin', 'commit', 'one', 'begin', 'rollback', 'begin', 'commit', 'three'])
})

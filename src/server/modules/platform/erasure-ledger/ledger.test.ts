import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLedger } from './ledger'

const ledgerWith = (key: string) =>
  createLedger({
    async *list() {
      yield* ['key', 'unfinished', 'digest'].map((name) => ({ key: `forgotten/one/${name}`, changedAt: new Date() }))
    },
    open: async () => Readable.from([Buffer.from(key)]),
    put: async () => {},
    remove: async () => {},
  })

test('what was erased is not read with other bytes in the place of its key', async () => {
  const key = randomBytes(32).toString('base64')
  expect(await ledgerWith(key).erasures()).toEqual([{ organisationId: 'one', key, digests: ['digest'] }])
  for (const other of ['', '<Error><Code>SlowDown</Code></Error>', key.slice(0, 20)])
    await expect(ledgerWith(other).erasures()).rejects.toThrow('forgotten/one/key is not the key')
})

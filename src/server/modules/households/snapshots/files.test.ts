import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLocalCopies, snapshotPath } from './files'

const BYTES = 1_000
const keys = Array.from({ length: 4 }, () => randomUUID())

async function copies() {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-copies-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = vi.fn(async () => Readable.from([Buffer.alloc(BYTES)]))
  const { fetch } = createLocalCopies(folder, { put: async () => {}, open, remove: async () => {} }, 2 * BYTES)
  const age = async (key: string, minutes: number) => {
    const then = new Date(Date.now() - minutes * 60_000)
    await utimes(snapshotPath(folder, key), then, then)
  }
  return { folder, open, fetch, age }
}

test('of copies of snapshots those used last stay, and one in use is never taken away', async () => {
  const { folder, fetch, age, open } = await copies()
  const [first = '', second = '', third = '', fourth = ''] = keys
  await fetch(first)
  await fetch(second)
  await age(first, 60)
  await age(second, 30)
  await fetch(first)
  await fetch(third)
  expect(await readdir(folder)).toEqual([first, third].map((key) => `${key}.parquet`).toSorted())
  // Both were used a moment ago.
  await fetch(fourth)
  expect(await readdir(folder)).toHaveLength(3)
  expect(open).toHaveBeenCalledTimes(4)
})

test('requests for a copy at once download it once', async () => {
  const { fetch, open } = await copies()
  await Promise.all(keys.slice(0, 1).flatMap((key) => [fetch(key), fetch(key)]))
  expect(open).toHaveBeenCalledTimes(1)
})

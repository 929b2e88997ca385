import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OperatorFault } from '../../../lib/operator'
import { createLocalCopies, snapshotPath, type SnapshotFile } from './files'

const BYTES = 1_000
const STORED = Buffer.alloc(BYTES)
const makeFile = (fileDigest: string | null = null): SnapshotFile => ({ fileKey: randomUUID(), fileDigest })

async function copies(content = STORED) {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-copies-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = vi.fn(async () => Readable.from([content.subarray(0, 600), content.subarray(600)]))
  const { fetch } = createLocalCopies(folder, { put: async () => {}, open, remove: async () => {} }, 2 * BYTES)
  const age = async ({ fileKey }: SnapshotFile, minutes: number) => {
    const then = new Date(Date.now() - minutes * 60_000)
    await utimes(snapshotPath(folder, fileKey), then, then)
  }
  return { folder, open, fetch, age }
}

test('of copies of snapshots those used last stay, and one in use is never taken away', async () => {
  const { folder, fetch, age, open } = await copies()
  const [first, second, third, fourth] = [makeFile(), makeFile(), makeFile(), makeFile()]
  await fetch(first)
  await fetch(second)
  await age(first, 60)
  await age(second, 30)
  await fetch(first)
  await fetch(third)
  expect(await readdir(folder)).toEqual([first, third].map(({ fileKey }) => `${fileKey}.parquet`).toSorted())
  // Both were used a moment ago.
  await fetch(fourth)
  expect(await readdir(folder)).toHaveLength(3)
  expect(open).toHaveBeenCalledTimes(4)
})

test('requests for a copy at once download it once', async () => {
  const { fetch, open } = await copies()
  const file = makeFile()
  await Promise.all([fetch(file), fetch(file)])
  expect(open).toHaveBeenCalledTimes(1)
})

test.each([
  ['made up', Buffer.alloc(BYTES, 'x')],
  ['an older month’s', Buffer.alloc(2 * BYTES)],
])('of other bytes in the place of a month’s, %s, nothing is used or left', async (_what, content) => {
  const month = makeFile(createHash('sha256').update(STORED).digest('hex'))
  const { fetch } = await copies()
  expect(await readFile(await fetch(month))).toEqual(STORED)
  const lying = await copies(content)
  const refused: unknown = await lying.fetch(month).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(OperatorFault)
  expect(refused).toHaveProperty(
    'message',
    expect.stringMatching(/bucket is not the one that was stored\. Restore it /),
  )
  expect(await readdir(lying.folder)).toEqual([])
  // Not downloaded again by each request, but soon: an operator may have restored it.
  await expect(lying.fetch(month)).rejects.toBe(refused)
  expect(lying.open).toHaveBeenCalledTimes(1)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  lying.open.mockResolvedValueOnce(Readable.from([STORED]))
  expect(await readFile(await lying.fetch(month))).toEqual(STORED)
})

import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScratch } from './scratch'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-scratch-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

test('what is half made is gone afterwards, whether it was a file or a folder, done or failed', async () => {
  const scratch = createScratch(join(folder, 'scratch'))
  const paths = await Promise.all([
    scratch.withPath(async (path) => writeFile(path, 'x').then(() => path)),
    scratch.withPath(async (path) => path),
  ])
  expect(new Set(paths).size).toBe(2)
  await expect(
    scratch.withPath(async (path) => {
      await mkdir(path)
      await writeFile(join(path, 'letter'), 'x')
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
})

test('what a killed server left is removed after an hour: when a server starts, and while it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const leave = async (name: string, minutesAgo: number) => {
    const time = new Date(Date.now() - minutesAgo * 60_000)
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, '0.docx'), 'a letter')
    await utimes(join(folder, name), time, time)
  }
  await leave('old', 61)
  await leave('new', 50)
  createScratch(folder)
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['new']))
  await leave('old again', 61)
  vi.advanceTimersByTime(60 * 60_000)
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['new']))
})

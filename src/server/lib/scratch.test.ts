import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScratch, writeStream } from './scratch'

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

test('nothing is left of what a sandboxed process made too deep for a path, and closed to its owner', async () => {
  const scratch = createScratch(join(folder, 'scratch'))
  await scratch.withPath(async (path) => {
    await mkdir(path)
    const dig = `for (let i = 0; i < 20; i++) { fs.mkdirSync('x'.repeat(250)); process.chdir('x'.repeat(250)) }
      fs.writeFileSync('deep', 'secret'); fs.chmodSync('.', 0)`
    execFileSync(process.execPath, ['-e', dig], { cwd: path })
  })
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
})

test('a file is never written through a link that lies in its place', async () => {
  await writeFile(join(folder, 'key'), 'secret')
  await symlink(join(folder, 'key'), join(folder, 'letter.pdf'))
  await expect(writeStream(join(folder, 'letter.pdf'), [Buffer.from('x')])).rejects.toThrow('EEXIST')
  expect(await readFile(join(folder, 'key'), 'utf8')).toBe('secret')
})

test('a file whose content breaks off is closed before that is said, so that it does not come after its removal', async () => {
  const names = Array.from({ length: 200 }, (_, index) => String(index))
  for (const name of names) {
    const broken = new Readable({ read: () => void setImmediate(() => broken.destroy(new Error('The line is gone.'))) })
    await expect(writeStream(join(folder, name), broken)).rejects.toThrow('The line is gone.')
    expect(readdirSync(folder)).toEqual([name])
    await rm(join(folder, name))
  }
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

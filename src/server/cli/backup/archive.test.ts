import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { unpackBackup } from './archive'

afterEach(() => vi.unstubAllEnvs())

test('tar decides whether it had all, though it closes its input before the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'backup.tar')
  await writeFile(archive, Buffer.alloc(1_000_000))
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH ?? ''}`)
  const unpack = async (tar: string) => {
    await writeFile(join(folder, 'tar'), `#!/bin/sh\n${tar}\n`, { mode: 0o755 })
    return unpackBackup(archive, join(folder, 'unpacked'), undefined)
  }
  await expect(unpack('exec <&-; exit 0')).resolves.toBeUndefined()
  await expect(unpack('exec <&-; echo "tar: Unexpected EOF" >&2; exit 2')).rejects.toThrow(
    /cannot be unpacked: tar: Unexpected EOF/,
  )
})

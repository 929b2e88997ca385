import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findLibreOffice } from './libreOffice'

test('letters that a killed server left among the temporary files are removed when the next one starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-office-'))
  vi.stubEnv('TMPDIR', folder)
  try {
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
    for (const name of ['doorstep-letters-old', 'doorstep-letters-new', 'of-somebody-else']) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, '0.docx'), 'a letter')
      if (name !== 'doorstep-letters-new') await utimes(join(folder, name), old, old)
    }
    // Any program will do: it is not run.
    expect(await findLibreOffice(process.execPath)).toBeDefined()
    expect((await readdir(folder)).sort()).toEqual(['doorstep-letters-new', 'of-somebody-else'])
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  }
})

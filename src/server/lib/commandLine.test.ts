import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findCommandLine } from './commandLine'

test('cures name the command that there is: the release has no npm', async () => {
  const root = await mkdtemp(join(tmpdir(), 'doorstep-'))
  onTestFinished(() => rm(root, { recursive: true }))
  expect(findCommandLine(root)).toBe('npm run doorstep --')
  await mkdir(join(root, 'bin'))
  await writeFile(join(root, 'bin/doorstep'), '')
  expect(findCommandLine(root)).toBe('doorstep')
})

import { spawn } from 'node:child_process'
import { chmodSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLibreOffice } from './libreOffice'
import type { Sandbox } from './sandbox'

test('the server writes nothing into a folder that a document process has had: LibreOffice’s profile is made inside', async () => {
  const place = await mkdtemp(join(tmpdir(), 'doorstep-office-'))
  const folder = await mkdtemp(join(place, 'documents-'))
  const program = join(place, 'soffice')
  await writeFile(program, '#!/bin/sh\ncp profile/user/registrymodifications.xcu given\n')
  chmodSync(program, 0o700)
  const foundAtStart: string[] = []
  const sandbox: Sandbox = {
    isClosed: false,
    inside: (path) => path,
    start(given) {
      foundAtStart.push(...readdirSync(given.folder))
      return spawn(given.program, given.args, { cwd: given.folder })
    },
  }
  try {
    const office = await findLibreOffice(program, sandbox)
    await office?.convert(folder, ['1.docx'], { limitMs: 60_000, isLowPriority: false })
    expect(foundAtStart).toEqual([])
    expect(await readFile(join(folder, 'given'), 'utf8')).toContain('DisableMacrosExecution')
  } finally {
    await rm(place, { recursive: true })
  }
})

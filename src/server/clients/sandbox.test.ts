import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { findSandbox } from './sandbox'

const PRIORITY = '/proc/self/autogroup'
const isGroupedBySession = (await readFile(PRIORITY, 'utf8').catch(() => '')).includes('nice')

test('a program of low priority gives way to the server, also where the kernel shares out by session', async () => {
  for (const given of [undefined, 'none']) {
    const { stdout } = (await findSandbox(given)).start({
      program: '/bin/sh',
      args: ['-c', `nice; cat ${PRIORITY} 2>/dev/null`],
      folder: tmpdir(),
      readOnly: [],
      limits: { memoryMegabytes: 1_000, processorSeconds: 10, fileMegabytes: 1 },
      hasPipes: true,
      isLowPriority: true,
    })
    const said = Buffer.concat((await stdout?.toArray()) as Buffer[]).toString()
    expect(said).toMatch(isGroupedBySession ? /^19\n\S+ nice 19\n$/ : /^19\n/)
  }
})

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a run with PostgreSQL that found a failure exits with it', () => {
  const root = join(import.meta.dirname, '../..')
  const run = `await import('./tests/server/harness/postgres.ts'); process.exitCode = 3`
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', run], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([3, ''])
})

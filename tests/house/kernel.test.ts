import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/server/lib/root'

test('what counts facets is what its source compiles to', async () => {
  const script = join(packageRoot, '.scripts/facets-kernel.mjs')
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' })
})

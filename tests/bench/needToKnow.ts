import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { z } from 'zod'
import { packageRoot } from '../../src/server/root'
import type { Bench } from './bench'

const resultsSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })

/** Every pair of role and hidden column, each column by itself: the tests of `needToKnow.test.ts`. */
export const needToKnowBench: Bench = {
  name: 'need-to-know',
  run() {
    const file = join(tmpdir(), `doorstep-need-to-know-${process.pid}.json`)
    const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    spawnSync(process.execPath, [vitest, 'run', '--project', 'long', ...reporters], {
      cwd: packageRoot,
      // The table of figures goes to stdout, and nothing else.
      stdio: ['ignore', process.stderr, process.stderr],
    })
    const { numPassedTests, numFailedTests } = resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    rmSync(file)
    return Promise.resolve([
      {
        what: `hidden columns that an answer tells, and calls that take one, over ${numPassedTests + numFailedTests} tests of each column and role`,
        measured: String(numFailedTests),
        floor: '0',
        holds: numFailedTests === 0,
      },
    ])
  },
}

/** Long series that are tests of the project `long`, each as a bench. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../src/server/lib/root'
import type { Bench } from './bench'
import { benchFolder } from './doorstep'

const resultsSchema = z.object({ success: z.boolean(), numPassedTests: z.number(), numFailedTests: z.number() })

/** Every pair of role and hidden column, each column by itself. */
export const needToKnowBench: Bench = {
  name: 'need-to-know',
  run: () =>
    runSeries(
      'needToKnow',
      (tests) =>
        `hidden columns that an answer tells, and calls that take one, over ${tests} tests of each column and role`,
    ),
}

/** A campaign that is cancelled as its first message is handed over, a thousand times. */
export const cancelRaceBench: Bench = {
  name: 'cancel-race',
  run: () => runSeries('cancelRace', () => 'series of campaigns that were both cancelled and sent'),
}

async function runSeries(test: string, describe: (tests: number) => string) {
  mkdirSync(benchFolder, { recursive: true })
  const file = join(benchFolder, `${test}.json`)
  rmSync(file, { force: true })
  const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  spawnSync(process.execPath, [vitest, 'run', '--project', 'long', `tests/bench/${test}.test.ts`, ...reporters], {
    cwd: packageRoot,
    // The table of figures goes to stdout, and nothing else.
    stdio: ['ignore', process.stderr, process.stderr],
  })
  const results: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const { success, numPassedTests, numFailedTests } = resultsSchema.parse(results)
  // As where the months could not be imported: nothing that failed, and nothing that ran.
  if (!success && numFailedTests === 0) throw new Error('The tests did not run; see above.')
  return [
    {
      what: describe(numPassedTests + numFailedTests),
      measured: String(numFailedTests),
      floor: '0',
      holds: success,
    },
  ]
}

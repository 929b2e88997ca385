import { expect, test } from 'vitest'
import type { FileResult, SuiteReport } from '../suites/report'
import { judgeSuite, OUT_OF_TIME } from '../suites/secondTries'

const result = (name: string, ...failures: string[]): FileResult => ({
  project: 'server',
  file: `tests/server/${name}.test.ts`,
  passed: failures.length > 0 ? 1 : 3,
  failures,
  milliseconds: 1,
})
const report = (files: FileResult[], errors: string[] = []): SuiteReport => ({ files, errors })

/** Answers second tries one after another, and says how many there were. */
function answering(...answers: (SuiteReport | undefined)[]) {
  const asked: string[] = []
  const runAlone = async ({ file }: FileResult) => {
    asked.push(file)
    return answers[asked.length - 1]
  }
  return { asked, runAlone }
}

test('a file that fails and then passes alone is unsteady, and the run is green', async () => {
  const { runAlone } = answering(report([result('race', 'late')]), report([result('race')]))
  const outcome = await judgeSuite('vitest', 1, report([result('steady'), result('race', 'late')]), runAlone)
  expect(outcome.failures).toEqual([])
  expect(outcome.passed).toBe(6)
  expect(outcome.unsteady).toEqual(['server: tests/server/race.test.ts passed at attempt 3. It had failed: late'])
})

test('a file that fails three times is red, with its reasons', async () => {
  const broken = result('broken', 'expected 1 to be 2')
  const { asked, runAlone } = answering(report([broken]), undefined)
  const outcome = await judgeSuite('vitest', 1, report([broken]), runAlone)
  expect(asked).toHaveLength(2)
  expect(outcome.failures).toEqual([{ what: 'server: tests/server/broken.test.ts', reasons: ['expected 1 to be 2'] }])
})

test('a second try that ends with an error outside its tests does not count', async () => {
  const broken = result('broken', 'expected 1 to be 2')
  const leaking = report([result('broken')], ['unhandled'])
  const { runAlone } = answering(leaking, leaking)
  expect((await judgeSuite('vitest', 1, report([broken]), runAlone)).failures).toHaveLength(1)
})

test('more than eight failed files are told without second tries', async () => {
  const { asked, runAlone } = answering()
  const failed = Array.from({ length: 9 }, (_, index) => result(`broken${index}`, 'broken'))
  const outcome = await judgeSuite('vitest', 1, report(failed), runAlone)
  expect(asked).toEqual([])
  expect(outcome.failures).toHaveLength(9)
})

test.each([
  ['an error outside any test', 1, report([result('steady')], ['unhandled']), 'unhandled'],
  ['a failed exit without a failed file', 3, report([result('steady')]), 'It ended with exit code 3. No test failed.'],
  ['a run without a report', 1, undefined, 'It ended with exit code 1.'],
  ['a run that was stopped', OUT_OF_TIME, undefined, 'There was no time left for it.'],
  ['a run of no file', 0, report([]), 'No test file was run.'],
])('%s is red', async (_, code, given, reason) => {
  const { failures } = await judgeSuite('vitest', code, given, answering().runAlone)
  expect(failures.flatMap(({ reasons }) => reasons)).toEqual([reason])
})

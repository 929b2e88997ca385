import type { FileResult, SuiteReport } from './report'

/** What a suite came to after its second tries. */
export interface SuiteOutcome {
  passed: number
  /** Each turns the run red: where it is, and why. */
  failures: { what: string; reasons: string[] }[]
  /** Files that failed and passed when they were run alone. */
  unsteady: string[]
}

/** Above this number something is broken in earnest, and second tries would only take time. */
const MOST_SECOND_TRIES = 8
const ATTEMPTS = [2, 3]

/**
 * Judges a suite. Each failed file is run again, alone, up to twice: in a process of its own it does not meet the state
 * that the others left, and a race is told from a fault.
 * @param code the exit code of the suite's process
 * @param report what its reporter wrote, or undefined where it did not come so far
 * @param runAlone runs one file again; its report, or undefined where there is none
 */
export async function judgeSuite(
  suite: string,
  code: number,
  report: SuiteReport | undefined,
  runAlone: (file: FileResult) => Promise<SuiteReport | undefined>,
): Promise<SuiteOutcome> {
  if (!report) return { passed: 0, failures: [{ what: suite, reasons: [describeEnd(code)] }], unsteady: [] }
  const failed = report.files.filter(({ failures }) => failures.length > 0)
  const outcome: SuiteOutcome = {
    passed: report.files.reduce((sum, { passed }) => sum + passed, 0),
    failures: report.errors.map((error) => ({ what: `${suite}: outside any test`, reasons: [error] })),
    unsteady: [],
  }
  if (report.files.length === 0) outcome.failures.push({ what: suite, reasons: ['No test file was run.'] })
  if (code !== 0 && failed.length === 0 && outcome.failures.length === 0)
    outcome.failures.push({ what: suite, reasons: [`${describeEnd(code)} No test failed.`] })
  for (const file of failed) {
    if (failed.length > MOST_SECOND_TRIES) addFailure(outcome, file)
    else await tryAgain(outcome, file, runAlone)
  }
  return outcome
}

async function tryAgain(
  outcome: SuiteOutcome,
  file: FileResult,
  runAlone: (file: FileResult) => Promise<SuiteReport | undefined>,
): Promise<void> {
  for (const attempt of ATTEMPTS) {
    const again = await runAlone(file)
    const result = again?.files.find((each) => each.file === file.file)
    if (again?.errors.length !== 0 || !result || result.failures.length > 0) continue
    outcome.passed += result.passed - file.passed
    const [first = ''] = file.failures
    outcome.unsteady.push(`${file.project}: ${file.file} passed at attempt ${attempt}. It had failed: ${first}`)
    return
  }
  addFailure(outcome, file)
}

function addFailure(outcome: SuiteOutcome, { project, file, failures }: FileResult): void {
  outcome.failures.push({ what: `${project}: ${file}`, reasons: failures })
}

const describeEnd = (code: number): string =>
  code === OUT_OF_TIME ? 'There was no time left for it.' : `It ended with exit code ${code}.`

/** The exit code of a process that was stopped because the run's time was over, as of `timeout`. */
export const OUT_OF_TIME = 124

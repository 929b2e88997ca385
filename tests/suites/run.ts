/*
 * `npm test`, `npm run test:slow` and `.ci/run`: every step runs whatever the one before said, and one list at the end
 * tells what failed, with its reason, and what was unsteady. Arguments name groups or steps: tsx tests/suites/run.ts lint slow
 */
import { join } from 'node:path'
import { minutesTaken, runProgram } from './process'
import { firstLines, readReport, removeReport, REPORT_VARIABLE, type FileResult, type SuiteReport } from './report'
import { judgeSuite, type SuiteOutcome } from './secondTries'

const root = join(import.meta.dirname, '../..')
process.chdir(root)
const reports = join(root, '.cache/suites')
/** A slow step that has not begun by then is left out: the machine is busy, which is no fault of the change. */
const LAST_START_OF_SLOW_MINUTES = 60

interface Step {
  name: string
  group: 'fast' | 'slow'
  needsBuild: boolean
  run: () => Promise<SuiteOutcome>
}

const npm = (name: string) => ['npm', 'run', '--silent', name]
const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run']
const browser = [process.execPath, 'tests/e2e/run.mjs']

const checks = [
  { name: 'lint', args: npm('check:lint') },
  { name: 'build', args: npm('build') },
  { name: 'format', args: npm('check:format') },
  { name: 'imports', args: npm('check:imports') },
]
const suites: Step[] = [
  vitestSuite('vitest', 'fast', ['house', 'unit*', 'server'], false),
  vitestSuite('budget', 'fast', ['budget'], true),
  browserSuite('journeys', 'fast'),
  vitestSuite('vitest slow', 'slow', ['slow', 'server-postgresql'], true),
  browserSuite('slow', 'slow'),
]

function vitestSuite(name: string, group: Step['group'], projects: readonly string[], needsBuild: boolean): Step {
  const runOnce = (title: string, given: readonly string[], others: readonly string[]) =>
    runReported(title, [
      ...vitest,
      ...given.map((project) => `--project=${project}`),
      '--reporter=default',
      `--reporter=${join(import.meta.dirname, 'vitestReporter.ts')}`,
      ...others,
    ])
  const runAlone = ({ project, file }: FileResult) =>
    runOnce(`${file} once more`, [project], ['--maxWorkers=1', join(root, file)]).then(({ report }) => report)
  const run = async () => {
    const { code, report } = await runOnce(name, projects, [])
    return judgeSuite(name, code, report, runAlone)
  }
  return { name, group, needsBuild, run }
}

function browserSuite(project: string, group: Step['group']): Step {
  const name = `browser ${project}`
  const args = [...browser, `--project=${project}`]
  const runAlone = ({ file }: FileResult) =>
    runReported(`${file} once more`, [...args, '--workers=1', `${file.replaceAll('.', String.raw`\.`)}$`]).then(
      ({ report }) => report,
    )
  const run = async () => {
    const { code, report } = await runReported(name, args)
    return judgeSuite(name, code, report, runAlone)
  }
  return { name, group, needsBuild: true, run }
}

async function runReported(
  title: string,
  args: readonly string[],
): Promise<{ code: number; report: SuiteReport | undefined }> {
  const path = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`)
  removeReport(path)
  console.log(`\n── ${title} ──`)
  const started = Date.now()
  const { code } = await runProgram(args, { env: { [REPORT_VARIABLE]: path } })
  tellEnd(title, code, started)
  return { code, report: readReport(path) }
}

const tellEnd = (title: string, code: number, started: number): void =>
  console.log(`── ${title}: exit code ${code} after ${Math.round((Date.now() - started) / 1000)} s ──`)

/** Two at a time, each with its output in one piece. */
async function runChecks(wanted: typeof checks): Promise<SuiteOutcome & { isBuilt: boolean }> {
  const outcome = { passed: 0, failures: [] as SuiteOutcome['failures'], unsteady: [], isBuilt: true }
  const waiting = [...wanted]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { name, args } = check
      const started = Date.now()
      const { code, output } = await runProgram(args, { isShown: false })
      console.log(`\n── ${name} ──\n${output}`)
      tellEnd(name, code, started)
      if (code === 0) continue
      outcome.failures.push({ what: name, reasons: [firstLines(output, 12)] })
      if (name === 'build') outcome.isBuilt = false
    }
  }
  await Promise.all([work(), work()])
  return outcome
}

async function main(names: readonly string[]): Promise<void> {
  const isWanted = ({ name, group }: { name: string; group: string }) =>
    names.length === 0 || names.includes(name) || names.includes(group)
  const outcomes: SuiteOutcome[] = []
  const leftOut: string[] = []
  const { isBuilt, ...checked } = await runChecks(checks.filter(({ name }) => isWanted({ name, group: 'fast' })))
  outcomes.push(checked)
  for (const step of suites.filter(isWanted)) {
    if (step.needsBuild && !isBuilt) leftOut.push(`${step.name}: the build failed`)
    else if (step.group === 'slow' && minutesTaken() > LAST_START_OF_SLOW_MINUTES)
      leftOut.push(`${step.name}: ${Math.round(minutesTaken())} minutes had gone`)
    else outcomes.push(await step.run())
  }
  process.exitCode = tell(outcomes, leftOut)
}

/** Prints what the run came to. @returns the exit code */
function tell(outcomes: readonly SuiteOutcome[], leftOut: readonly string[]): number {
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const indent = (text: string) => text.replaceAll('\n', '\n    ')
  console.log('')
  for (const what of leftOut) console.log(`not run: ${what}`)
  for (const what of outcomes.flatMap(({ unsteady }) => unsteady)) console.log(`unsteady: ${indent(what)}`)
  for (const { what, reasons } of failures) {
    console.log(`FAILED: ${what}`)
    for (const reason of reasons) console.log(`    ${indent(reason)}`)
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = failures.reduce((sum, { reasons }) => sum + reasons.length, 0)
  console.log(`After ${Math.round(minutesTaken())} minutes:`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

await main(process.argv.slice(2))

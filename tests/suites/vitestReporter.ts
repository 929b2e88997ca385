import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { firstLines, writeReport, type FileResult } from './report'

/** Tells the runner what each file came to. Vitest's own JSON names no project. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeReport({ files: modules.map(describeFile), errors: unhandled.map(({ message }) => firstLines(message)) })
  }
}

function describeFile(module: TestModule): FileResult {
  const tests = [...module.children.allTests()]
  const failures = tests
    .filter((test) => test.result().state === 'failed')
    .map((test) => `${test.fullName}\n${describeErrors(test.result().errors)}`)
  // A file that cannot be imported, or a hook of the whole file.
  const suites = [...module.children.allSuites()]
  failures.push(
    ...[module, ...suites].flatMap((part) => (part.errors().length > 0 ? [describeErrors(part.errors())] : [])),
  )
  const isWhole = tests.length > 0 && tests.every((test) => test.result().state !== 'pending')
  if (!isWhole && failures.length === 0) failures.push('It did not run to its end.')
  const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic()
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures,
    milliseconds: Math.round(duration + collectDuration + setupDuration + environmentSetupDuration),
  }
}

const describeErrors = (errors: readonly { message: string; stack?: string }[] = []): string =>
  errors.map(({ message, stack }) => firstLines(`${message}\n${findPlace(stack)}`)).join('\n')

/** The first place in our own code. */
const findPlace = (stack = ''): string =>
  stack.split('\n').find((line) => line.includes('    at ') && !line.includes('node_modules')) ?? ''

import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { firstLines, writeReport, type FileResult } from './report'

/** Tells the runner what each file of browser tests came to. */
export default class implements Reporter {
  private suite: Suite | undefined
  private readonly errors: string[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onError(error: TestError): void {
    this.errors.push(describeError(error))
  }

  onEnd(): void {
    const files = new Map<string, FileResult>()
    for (const test of this.suite?.allTests() ?? []) addTest(files, test)
    writeReport({ files: [...files.values()], errors: this.errors })
  }

  printsToStdio(): boolean {
    return false
  }
}

function addTest(files: Map<string, FileResult>, test: TestCase): void {
  const file = relative(process.cwd(), test.location.file)
  const project = test.parent.project()?.name ?? ''
  const result = files.get(file) ?? { project, file, passed: 0, failures: [], milliseconds: 0 }
  files.set(file, result)
  const last = test.results.at(-1)
  result.milliseconds += test.results.reduce((sum, { duration }) => sum + duration, 0)
  const isLeftOut = test.expectedStatus === 'skipped' || test.annotations.some(({ type }) => type === 'skip')
  if (last && test.outcome() === 'expected') result.passed += 1
  else if (!isLeftOut)
    result.failures.push(`${test.title}\n${last?.errors.map(describeError).join('\n') || 'It did not run.'}`)
}

const describeError = ({ message, value, location }: TestError): string =>
  firstLines(
    `${message ?? value ?? 'unknown'}\n${location ? `at ${relative(process.cwd(), location.file)}:${location.line}` : ''}`,
  )

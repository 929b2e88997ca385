import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const fileResult = z.object({
  project: z.string(),
  /** Relative to the root of the repository. */
  file: z.string(),
  passed: z.number(),
  /** One a failed test: its name and the first lines of its reason. */
  failures: z.array(z.string()),
  milliseconds: z.number(),
})
const suiteReport = z.object({
  files: z.array(fileResult),
  /** What failed outside any test: a global set-up, an unhandled error. */
  errors: z.array(z.string()),
})

/** What one test file came to. */
export type FileResult = z.infer<typeof fileResult>
/** What one run of Vitest or Playwright came to. */
export type SuiteReport = z.infer<typeof suiteReport>

/** Where the reporters write, by this name in the environment. */
export const REPORT_VARIABLE = 'DOORSTEP_SUITE_REPORT'

/** Writes the report of this run where the runner looks for it; nothing where nobody asked. */
export function writeReport(report: SuiteReport): void {
  const path = process.env[REPORT_VARIABLE]
  if (!path) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(report))
}

/** @returns the report, or undefined where the run ended before it was written */
export function readReport(path: string): SuiteReport | undefined {
  try {
    return suiteReport.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** A report of the run before would pass for this one's. */
export const removeReport = (path: string): void => rmSync(path, { force: true })

/** The first lines of a reason, without the colours of a terminal. */
export function firstLines(text: string, count = 6): string {
  const plain = text.replaceAll(/\u001B\[[\d;]*m/g, '')
  return plain
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, count)
    .map((line) => line.slice(0, 300))
    .join('\n')
}

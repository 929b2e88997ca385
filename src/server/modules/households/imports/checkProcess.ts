/**
 * A process per check: an upload can neither stop the server nor read any of its data. It may have been taken over: what
 * it says is short, and what it leaves is taken as openOutput takes it.
 */
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { killGroup, readOutput, type Sandbox } from '../../../clients/sandbox'
import { packageRoot } from '../../../lib/root'
import {
  monthAnswerSchema,
  MONTH_FILES,
  progressSchema,
  type CheckedByProcess,
  type FaultsOfProcess,
  type MonthTask,
} from './monthMessages'
import type { ImportProgress } from './report'

/** DuckDB's 512 MB, Node's heap, and what V8 reserves without using it. */
const MEMORY_MEGABYTES = 4_000
const PROCESSOR_SECONDS = 60 * 60
/** Several times what the largest month takes beside another one. */
const MAX_MINUTES = 15
/** Unzipped households of a whole county. */
const FILE_MEGABYTES = 16_000

/** Twenty faults of each kind take a fraction. */
const MAX_ANSWER_BYTES = 1_000_000
/** Five lines a second for an hour. */
const MAX_SAID_BYTES = 2_000_000

export class CheckTookTooLong extends Error {
  constructor() {
    super(
      `The files took longer than ${MAX_MINUTES} minutes to check. Nothing was changed. Ask who runs Doorstep to import them.`,
    )
  }
}

const entry = (): string =>
  import.meta.url.endsWith('.ts')
    ? (process.env.DOORSTEP_MONTH_PROCESS ?? fileURLToPath(new URL('./monthProcess.ts', import.meta.url)))
    : join(packageRoot, 'dist/server/monthProcess.js')

/**
 * Checks the files of a folder (`MONTH_FILES`), and leaves its results there.
 * @throws Error when the process ended without an answer; the signal's reason
 */
export async function checkInProcess(
  sandbox: Sandbox,
  folder: string,
  task: MonthTask,
  signal: AbortSignal,
  report: (at: ImportProgress) => void,
): Promise<{ checked: CheckedByProcess } | FaultsOfProcess> {
  await writeFile(join(folder, MONTH_FILES.task), JSON.stringify(task))
  await runProcess(sandbox, folder, signal, report)
  const left = await readOutput(folder, MONTH_FILES.answer, MAX_ANSWER_BYTES)
  if (!left) throw new Error('The process that checks months ended without an answer.')
  const answer = monthAnswerSchema.parse(JSON.parse(left.toString()))
  if ('failed' in answer) throw new Error(`The check of the month failed: ${answer.failed}`)
  return answer
}

function runProcess(
  sandbox: Sandbox,
  folder: string,
  signal: AbortSignal,
  report: (at: ImportProgress) => void,
): Promise<void> {
  signal.throwIfAborted()
  const child = startProcess(sandbox, folder)
  const kill = () => killGroup(child)
  signal.addEventListener('abort', kill)
  const timer: { set?: NodeJS.Timeout } = {}
  return new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(signal.aborted ? signal.reason : new Error(why))
    timer.set = setTimeout(() => reject(new CheckTookTooLong()), MAX_MINUTES * 60_000)
    let said = 0
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.length
      if (said > MAX_SAID_BYTES) fail('The process that checks months said too much.')
    })
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const progress = readProgress(line)
        if (progress) report(progress)
        else fail('The process that checks months said something else.')
      })
    }
    child.once('error', () => fail('The process that checks months does not start.'))
    child.once('exit', (code) =>
      code === 0 ? resolve() : fail(`The process that checks months ended with ${code ?? 'a signal'}.`),
    )
  }).finally(() => {
    clearTimeout(timer.set)
    signal.removeEventListener('abort', kill)
    kill()
  })
}

function startProcess(sandbox: Sandbox, folder: string) {
  const program = entry()
  const isSource = program.endsWith('.ts')
  return sandbox.start({
    program: process.execPath,
    args: [
      ...(isSource ? ['--import', pathToFileURL(join(packageRoot, 'node_modules/tsx/dist/loader.mjs')).href] : []),
      program,
    ],
    folder,
    readOnly: [
      process.execPath,
      ...['package.json', 'node_modules'].map((name) => join(packageRoot, name)),
      isSource ? join(packageRoot, 'src') : dirname(program),
    ],
    limits: { memoryMegabytes: MEMORY_MEGABYTES, processorSeconds: PROCESSOR_SECONDS, fileMegabytes: FILE_MEGABYTES },
    hasPipes: true,
    isLowPriority: true,
  })
}

function readProgress(line: string): ImportProgress | undefined {
  try {
    return progressSchema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/**
 * A process per check: an upload can neither stop the server nor read its data. The process may be compromised: its
 * output is bounded, and openOutput checks its files.
 */
import type { ChildProcess } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
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
/** Starting takes about a second. */
const LEAST_SECONDS = 8
/** Real months take one, zipped. */
const SECONDS_A_MEGABYTE = 5
/** Wall time per processor time, beside other checks. */
const MAX_SLOWNESS = 4
const MAX_MINUTES = 15
/** Unzipped households of a whole county. */
const FILE_MEGABYTES = 16_000

/** Faults are at most twenty of each kind. */
const MAX_ANSWER_BYTES = 1_000_000
/** Five lines a second for an hour. */
const MAX_SAID_BYTES = 2_000_000

export class CheckTookTooLong extends Error {
  constructor() {
    super(
      'The files take more time or memory than files of their size should. Nothing was changed. Ask who runs Doorstep to import them.',
    )
  }
}

/** Out of wall time, but not of its files' allowance. */
export class CheckTakesLonger extends CheckTookTooLong {}

const entry = (): string =>
  import.meta.url.endsWith('.ts')
    ? (process.env.DOORSTEP_MONTH_PROCESS ?? fileURLToPath(new URL('./monthProcess.ts', import.meta.url)))
    : join(packageRoot, 'dist/server/monthProcess.js')

/**
 * Checks a folder's files (`MONTH_FILES`) and leaves results there. Processor time is allowed by file size.
 * @param mostSeconds of processor time
 * @throws CheckTookTooLong; Error without an answer; the signal's reason
 */
export async function checkInProcess(
  sandbox: Sandbox,
  folder: string,
  task: MonthTask,
  mostSeconds: number,
  signal: AbortSignal,
  report: (at: ImportProgress) => void,
): Promise<{ checked: CheckedByProcess } | FaultsOfProcess> {
  await writeFile(join(folder, MONTH_FILES.task), JSON.stringify(task))
  const allowed = await allowedSeconds(folder)
  const seconds = Math.min(allowed, mostSeconds)
  const tooLong = allowed > mostSeconds ? new CheckTakesLonger() : new CheckTookTooLong()
  await runProcess(() => startProcess(sandbox, folder, seconds), { seconds, tooLong }, signal, report)
  const left = await readOutput(folder, MONTH_FILES.answer, MAX_ANSWER_BYTES)
  if (!left) throw new Error('The process that checks months ended without an answer.')
  const answer = monthAnswerSchema.parse(JSON.parse(left.toString()))
  if ('failed' in answer) throw new Error(`The check of the month failed: ${answer.failed}`)
  return answer
}

async function allowedSeconds(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  return LEAST_SECONDS + Math.ceil((SECONDS_A_MEGABYTE * sizes.reduce((sum, size) => sum + size, 0)) / 1_000_000)
}

function runProcess(
  start: () => ChildProcess,
  { seconds, tooLong }: { seconds: number; tooLong: Error },
  signal: AbortSignal,
  report: (at: ImportProgress) => void,
): Promise<void> {
  signal.throwIfAborted()
  const child = start()
  const kill = () => killGroup(child)
  signal.addEventListener('abort', kill)
  const timer: { set?: NodeJS.Timeout } = {}
  return new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(signal.aborted ? signal.reason : new Error(why))
    timer.set = setTimeout(() => reject(tooLong), Math.min(MAX_MINUTES * 60, MAX_SLOWNESS * seconds) * 1_000)
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
    child.once('exit', (code, killedBy) => {
      if (code === 0) resolve()
      else if (!signal.aborted && isEndOfLimit(code, killedBy)) reject(tooLong)
      else fail(`The process that checks months ended with ${code ?? 'a signal'}.`)
    })
  }).finally(() => {
    clearTimeout(timer.set)
    signal.removeEventListener('abort', kill)
    kill()
  })
}

/** bubblewrap's exit code is 128 plus the signal. */
function isEndOfLimit(code: number | null, signal: NodeJS.Signals | null): boolean {
  return (['SIGKILL', 'SIGXCPU'] as const).some((name) => signal === name || code === 128 + constants.signals[name])
}

function startProcess(sandbox: Sandbox, folder: string, processorSeconds: number): ChildProcess {
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
    limits: { memoryMegabytes: MEMORY_MEGABYTES, processorSeconds, fileMegabytes: FILE_MEGABYTES },
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

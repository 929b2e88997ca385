/** A process per check: an upload can neither stop the server nor read any of its data. */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { killGroup, type Sandbox } from '../../../clients/sandbox'
import { packageRoot } from '../../../lib/root'
import { monthMessageSchema, type CheckedByProcess, type FaultsOfProcess, type MonthTask } from './monthMessages'
import type { ImportProgress } from './report'

/** DuckDB's 512 MB, Node's heap, and what V8 reserves without using it. */
const MEMORY_MEGABYTES = 4_000
const PROCESSOR_SECONDS = 60 * 60
/** Unzipped households of a whole county. */
const FILE_MEGABYTES = 16_000

const entry = (): string =>
  import.meta.url.endsWith('.ts')
    ? (process.env.DOORSTEP_MONTH_PROCESS ?? fileURLToPath(new URL('./monthProcess.ts', import.meta.url)))
    : join(packageRoot, 'dist/server/monthProcess.js')

/**
 * Checks the files of a folder (`MONTH_FILES`), and leaves its results there.
 * @throws Error when the process ended without an answer; the signal's reason
 */
export function checkInProcess(
  sandbox: Sandbox,
  folder: string,
  task: MonthTask,
  signal: AbortSignal,
  report: (at: ImportProgress) => void,
): Promise<{ checked: CheckedByProcess } | FaultsOfProcess> {
  signal.throwIfAborted()
  const program = entry()
  const isSource = program.endsWith('.ts')
  const child = sandbox.start({
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
    hasChannel: true,
    isLowPriority: true,
  })
  const kill = () => killGroup(child)
  signal.addEventListener('abort', kill)
  return new Promise<{ checked: CheckedByProcess } | FaultsOfProcess>((resolve, reject) => {
    const fail = (why: string) => reject(signal.aborted ? signal.reason : new Error(why))
    child.on('message', (given) => {
      const message = monthMessageSchema.safeParse(given)
      if (!message.success) return fail('The process that checks months answered something else.')
      if ('ready' in message.data) child.send(task)
      else if ('progress' in message.data) report(message.data.progress)
      else if ('failed' in message.data) fail(`The check of the month failed: ${message.data.failed}`)
      else resolve(message.data)
    })
    child.once('error', () => fail('The process that checks months does not start.'))
    child.once('exit', (code) => fail(`The process that checks months ended with ${code ?? 'a signal'}.`))
  }).finally(() => {
    signal.removeEventListener('abort', kill)
    kill()
  })
}

import { spawn, type ChildProcess } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { OUT_OF_TIME } from './secondTries'

/** A run of `.ci/run` says when it began, so that its installations count. */
const started = Number(process.env.DOORSTEP_RUN_STARTED) * 1000 || Date.now()
/** Past it what still runs is stopped, and red. */
const LONGEST_RUN_MINUTES = 75
/** Between being asked to end and being killed. */
const GRACE_MS = 20_000

/** @returns how many minutes the run has taken */
export const minutesTaken = (): number => (Date.now() - started) / 60_000

const running = new Set<ChildProcess>()

/** What is started has a process group of its own, which a terminal's Ctrl+C does not reach. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of running) killGroup(child, signal)
    process.kill(process.pid, signal)
  })

interface Ran {
  code: number
  /** What it said, where it was not shown. */
  output: string
}

/** Runs a program to its end, or to the end of the run's time. @returns its exit code, and its output where it is held */
export async function runProgram(
  args: readonly string[],
  { env = {}, isShown = true }: { env?: Record<string, string>; isShown?: boolean } = {},
): Promise<Ran> {
  const left = LONGEST_RUN_MINUTES - minutesTaken()
  if (left <= 0) return { code: OUT_OF_TIME, output: '' }
  const [program = '', ...rest] = args
  const child = spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: isShown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  })
  running.add(child)
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort()
    killGroup(child, 'SIGTERM')
    setTimeout(() => killGroup(child, 'SIGKILL'), GRACE_MS).unref()
  }, left * 60_000)
  const said = [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : ''))
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (status) => resolve(status ?? 1))
  })
  clearTimeout(timer)
  running.delete(child)
  // Nothing that a test left running may slow the next suite.
  killGroup(child, 'SIGKILL')
  return { code: late.signal.aborted ? OUT_OF_TIME : code, output: (await Promise.all(said)).join('') }
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (!pid) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It has ended.
  }
}

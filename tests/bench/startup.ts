import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/server/lib/root'
import type { Bench } from './bench'
import { milliseconds } from './bench'
import { benchFolder } from './doorstep'

const PORT = 31_048
const PATIENCE_MS = 5 * 60_000

/** `npm start` on an empty data folder, and again on the same: from the command to the first 200 of /health. */
export const startup: Bench = {
  name: 'start',
  async run() {
    const dataFolder = join(benchFolder, 'start')
    rmSync(dataFolder, { recursive: true, force: true })
    const first = await startOnce(dataFolder)
    const second = await startOnce(dataFolder)
    return [
      {
        what: 'npm start, the first time (builds, makes the demo): until /health',
        measured: milliseconds(first),
        floor: '',
      },
      {
        what: 'npm start, the second time: until /health',
        measured: milliseconds(second),
        floor: 'within 5 s',
        holds: second <= 5_000,
      },
    ]
  },
}

async function startOnce(dataFolder: string): Promise<number> {
  const start = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: packageRoot,
    env: { ...process.env, PORT: String(PORT), DOORSTEP_DATA: dataFolder, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    // A group of its own, so that npm and the server end together.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    while (!(await isHealthy())) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`)
      if (performance.now() - start > PATIENCE_MS) throw new Error('npm start did not answer /health in five minutes.')
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    return performance.now() - start
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${PORT}/health`)).ok
  } catch {
    return false
  }
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../server/harness/freePort'

const root = join(import.meta.dirname, '../..')
/** The first start makes the demo authorities and their campaigns; a busy machine takes its time. */
const START_TIMEOUT_MS = 240_000

/** What a developer may have set for their own Doorstep says nothing here. */
const unset = Object.fromEntries(
  [
    'DOORSTEP_URL',
    'DATABASE_URL',
    'GOOGLE_MAPS_KEY',
    'CALCULATOR_URL',
    'SUPPORT_EMAIL',
    'BASEMAP_PMTILES',
    'S3_BUCKET',
    'LOG_LEVEL',
  ].map((name) => [name, '']),
)

/** The built product, running. */
export interface Product {
  readonly url: string
  /** Stops it as an operator does. @throws when it does not stop cleanly. */
  stop: () => Promise<void>
}

/** Starts the built product as `npm start` does, on a free port. Its log is kept in test-results. */
export async function startProduct(data: string, logName: string): Promise<Product> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const logFile = join(root, 'test-results', logName)
  const log = createWriteStream(logFile)

  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...environment(data), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server.stdout.pipe(log, { end: false })
  server.stderr.pipe(log, { end: false })
  const exited = once(server, 'exit')

  const started = Date.now()
  while (!(await isHealthy(url))) {
    if (server.exitCode !== null || Date.now() - started > START_TIMEOUT_MS) {
      server.kill('SIGKILL')
      throw new Error(`Doorstep did not start. Its log:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM')
      const [code] = (await exited) as [number | null]
      log.end()
      if (code !== 0) throw new Error(`Doorstep did not stop cleanly on SIGTERM: exit code ${code ?? 'none'}.`)
    },
  }
}

const environment = (data: string) => ({ ...process.env, ...unset, DOORSTEP_DATA: data, NODE_ENV: 'test' })

/** `npm run doorstep -- …` on a data folder that no server has open. @throws with what it said when it failed. */
export function runCommand(data: string, ...words: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/cli.js', ...words], {
    cwd: root,
    env: environment(data),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`doorstep ${words[0]} failed:\n${stdout}\n${stderr}`)
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** The first start makes the demo authorities and their campaigns; a busy machine takes its time. */
const START_TIMEOUT_MS = 240_000

/** What a developer may have set for their own Doorstep says nothing here. */
const unset = Object.fromEntries(
  ['DOORSTEP_URL', 'DATABASE_URL', 'GOOGLE_MAPS_KEY', 'CALCULATOR_URL', 'SUPPORT_EMAIL', 'BASEMAP_PMTILES', 'S3_BUCKET', 'LOG_LEVEL'].map(
    (name) => [name, ''],
  ),
)

/** Starts the built product as `npm start` does and answers how to stop it. Its log is kept in test-results. */
export default async function startDoorstep(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'doorstep-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const logFile = join(root, 'test-results/server.log')
  const log = createWriteStream(logFile)

  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, ...unset, PORT: String(port), DOORSTEP_DATA: data, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server.stdout.pipe(log, { end: false })
  server.stderr.pipe(log, { end: false })
  const exited = once(server, 'exit')

  const started = Date.now()
  console.log('Starting Doorstep with new demo data…')
  while (!(await isHealthy(url))) {
    if (server.exitCode !== null || Date.now() - started > START_TIMEOUT_MS) {
      server.kill('SIGKILL')
      throw new Error(`Doorstep did not start. Its log:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  console.log(`Doorstep answers on ${url} after ${Math.round((Date.now() - started) / 1000)} s.`)
  // Workers inherit the environment.
  process.env.DOORSTEP_E2E_URL = url

  return async () => {
    server.kill('SIGTERM')
    const [code] = (await exited) as [number | null]
    log.end()
    rmSync(data, { recursive: true, force: true })
    if (code !== 0) throw new Error(`Doorstep did not stop cleanly on SIGTERM: exit code ${code ?? 'none'}.`)
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

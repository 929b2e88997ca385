import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshPostgres } from './harness/engines'
import { freePort } from './harness/freePort'

const root = join(import.meta.dirname, '../..')

/** Whatever was started is gone after the test, also when it fails. */
const started: ChildProcess[] = []
let dataFolder: string

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-life-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await rm(dataFolder, { recursive: true, force: true })
})

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

function launch(file: string, args: readonly string[], environment: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'src/server', file), ...args], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DOORSTEP_DEMO: '0',
      NODE_ENV: 'test',
      DOORSTEP_DATA: dataFolder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  return {
    child,
    output: () => output,
    ended: once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null)),
  }
}

async function startServer(environment: Record<string, string> = {}): Promise<Program & { url: string }> {
  const port = await freePort()
  const program = launch('main.ts', [], { PORT: String(port), ...environment })
  const isReady = () => program.output().includes('Stop it with Ctrl+C.')
  while (!isReady()) {
    const [, data] = await Promise.race([
      once(program.child.stdout ?? program.child, 'data').then(() => [false, true] as const),
      program.ended.then(() => [true, false] as const),
    ])
    if (!data) throw new Error(`The server did not start: ${program.output()}`)
  }
  return { ...program, url: `http://localhost:${port}` }
}

const command = async (args: readonly string[], environment: Record<string, string> = {}) => {
  const program = launch('cli.ts', args, environment)
  return { code: await program.ended, output: program.output() }
}

describe('The embedded data folder', () => {
  test(
    'belongs to one process, and is whole and free at once when that is killed with -9',
    { timeout: 120_000 },
    async () => {
      const add = () => command(['user', 'add', 'a@b.example', '--role', 'SuperAdmin'])
      const added = await add()
      expect([added.code, added.output]).toEqual([
        0,
        expect.stringContaining('a@b.example may now sign in to every organisation'),
      ])

      const server = await startServer()
      expect((await fetch(`${server.url}/health`)).status).toBe(200)
      const second = await add()
      expect([second.code, second.output]).toEqual([
        1,
        expect.stringContaining('Stop it first, or set DATABASE_URL to run on PostgreSQL'),
      ])

      server.child.kill('SIGKILL')
      await server.ended
      // What was written before stands.
      const again = await add()
      expect([again.code, again.output]).toEqual([1, expect.stringContaining('a@b.example is known already.')])
    },
  )
})

describe('On PostgreSQL', () => {
  test(
    'servers and commands work side by side, and start together on an empty database',
    { timeout: 120_000 },
    async () => {
      const { url, drop } = await freshPostgres()
      try {
        const [one, two] = await Promise.all([startServer({ DATABASE_URL: url }), startServer({ DATABASE_URL: url })])
        const added = await command(['user', 'add', 'a@b.example', '--role', 'SuperAdmin'], { DATABASE_URL: url })
        expect(added.code).toBe(0)
        for (const server of [one, two]) {
          expect((await fetch(`${server.url}/health`)).status).toBe(200)
          server.child.kill('SIGTERM')
          expect(await server.ended).toBe(0)
        }
      } finally {
        await drop()
      }
    },
  )
})

// Which settings are wrong, and what is said of each: src/server/config.test.ts.
test('a start that cannot succeed says why in one sentence', async () => {
  const program = launch('main.ts', [], { PORT: 'abc' })
  expect(await program.ended).toBe(1)
  expect(program.output().trim().split('\n').at(-1)).toBe('The setting PORT is not valid: must be a port number.')
})

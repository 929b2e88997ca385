import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshPostgres } from './harness/engines'

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

describe('The embedded data folder', () => {
  test(
    'belongs to one process, survives kill -9 at once, and is closed in order on SIGTERM',
    { timeout: 120_000 },
    async () => {
      const first = await startServer()

      const second = await command(['user', 'add', 'a@b.example', '--role', 'SuperAdmin'])
      expect(second.code).toBe(1)
      expect(second.output).toContain('Stop it first, or set DATABASE_URL to run on PostgreSQL')

      first.child.kill('SIGKILL')
      await first.ended
      const written = await command(['user', 'add', 'a@b.example', '--role', 'SuperAdmin'])
      expect([written.code, written.output]).toEqual([
        0,
        expect.stringContaining('a@b.example may now sign in to every organisation'),
      ])

      const again = await startServer()
      expect((await fetch(`${again.url}/health`)).status).toBe(200)
      again.child.kill('SIGTERM')
      expect(await again.ended).toBe(0)

      // What was written before stands.
      const repeated = await command(['user', 'add', 'a@b.example', '--role', 'SuperAdmin'])
      expect([repeated.code, repeated.output]).toEqual([1, expect.stringContaining('a@b.example is known already.')])
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

describe('A start that cannot succeed', () => {
  test.each([
    ['a port that is none', { PORT: 'abc' }, 'The setting PORT is not valid: must be a port number.'],
    [
      'an address that is none',
      { DOORSTEP_URL: 'doorstep' },
      'The setting DOORSTEP_URL is not valid: must be an http or https address.',
    ],
  ])('says why in one sentence: %s', async (_what, environment, sentence) => {
    const program = launch('main.ts', [], environment)
    expect(await program.ended).toBe(1)
    expect(program.output().trim().split('\n').at(-1)).toBe(sentence)
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { packageRoot } from '../../../src/server/lib/root'
import { freePort } from './freePort'

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  /** With which exit code. */
  readonly ended: Promise<number | null>
}

/** The built server and command line as processes of their own, on a data folder. */
export function createPrograms(dataFolder: () => string) {
  const started: ChildProcess[] = []

  function launch(program: 'main' | 'cli', args: readonly string[], environment: Record<string, string> = {}): Program {
    const child = spawn(process.execPath, [join(packageRoot, `dist/server/${program}.js`), ...args], {
      cwd: packageRoot,
      env: {
        ...process.env,
        DATABASE_URL: '',
        DOORSTEP_DEMO: '0',
        NODE_ENV: 'test',
        DOORSTEP_DATA: dataFolder(),
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
      ended: once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null)),
    }
  }

  /** Waits until the program says so. @throws Error when it ends before. */
  async function says(program: Program, words: string): Promise<void> {
    while (!program.output().includes(words)) {
      const hasEnded = await Promise.race([
        once(program.child.stdout ?? program.child, 'data').then(() => false),
        once(program.child.stderr ?? program.child, 'data').then(() => false),
        program.ended.then(() => true),
      ])
      if (hasEnded) throw new Error(`It ended without saying "${words}": ${program.output()}`)
    }
  }

  return {
    launch,
    says,
    async startServer(environment: Record<string, string> = {}): Promise<Program & { url: string; port: number }> {
      const port = await freePort()
      const program = launch('main', [], { PORT: String(port), ...environment })
      await says(program, 'is running at')
      return { ...program, url: `http://localhost:${port}`, port }
    },
    async command(args: readonly string[], environment: Record<string, string> = {}) {
      const program = launch('cli', args, environment)
      return { code: await program.ended, output: program.output() }
    },
    /** Whatever was started is gone after the test, also when it fails. */
    async killAll() {
      for (const child of started.splice(0)) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    },
  }
}

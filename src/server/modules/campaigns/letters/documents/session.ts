/** One organisation's documents: a temporary folder, a sandboxed process and LibreOffice. */
import type { ChildProcess } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { LibreOffice } from '../../../../clients/libreOffice'
import { killGroup, readOutput, streamOutput, type Sandbox } from '../../../../clients/sandbox'
import { Fault } from '../../../../http/faults'
import { packageRoot } from '../../../../lib/root'
import { writeStream, type Scratch } from '../../../../lib/scratch'
import {
  documentMessageSchema,
  LETTER_LIMIT_BYTES,
  TASKS,
  type ProcessMessage,
  type TaskReply,
  type TaskRequest,
  type TaskName,
} from './messages'

export interface SessionDependencies {
  readonly scratch: Scratch
  readonly sandbox: Sandbox
  readonly office: LibreOffice | undefined
}

export class LimitPassed extends Error {}

export interface DocumentSession {
  /** @param time as from Date.now */
  endBy(time: number): void
  add(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  stream(name: string): Promise<Readable | undefined>
  remove(name: string): Promise<void>
  /** @throws Fault from the process; LimitPassed when killed; Error when it failed */
  ask<Name extends TaskName>(task: Name, request: TaskRequest<Name>): Promise<TaskReply<Name>>
  convert(names: readonly string[]): Promise<void>
}

const HEAP_MEGABYTES = 256
const MEMORY_MEGABYTES = 640 + reservedByV8()
const FILE_MEGABYTES = 4_000
/** Ends an endless loop even after the server was killed. */
const PROCESSOR_SECONDS = 15 * 60
const START_MS = 30_000

/** Node 24 counts V8's reservation as data. */
function reservedByV8(): number {
  return Number.parseInt(process.versions.node, 10) >= 24 ? 580 : 0
}

const isBuilt = !import.meta.url.endsWith('.ts')

/** Tests bundle the process once, because starting from source is slow. */
const entry = (): string =>
  isBuilt
    ? join(packageRoot, 'dist/server/documentProcess.js')
    : (process.env.DOORSTEP_DOCUMENT_PROCESS ?? fileURLToPath(new URL('../documentProcess.ts', import.meta.url)))

const listCode = (program: string): string[] => [
  ...['package.json', 'node_modules'].map((name) => join(packageRoot, name)),
  program.endsWith('.ts') ? join(packageRoot, 'src') : dirname(program),
]

/** Experimental up to Node 22.12. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

/**
 * Even without a sandbox the process reads only code and its folder, writes only that folder, and starts nothing.
 * @param folder as the process sees it
 */
const flagsFor = (program: string, folder: string): string[] => [
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  ...(program.endsWith('.ts')
    ? ['--import', pathToFileURL(join(packageRoot, 'node_modules/tsx/dist/loader.mjs')).href]
    : // // Add-ons: sharp decodes the pictures.
      [
        PERMISSION,
        '--allow-addons',
        ...[...listCode(program), folder].map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-write=${folder}`,
      ]),
]

/** Runs `work` in a session, then removes its folder. */
export function inSession<T>(
  deps: SessionDependencies,
  isLowPriority: boolean,
  work: (session: DocumentSession) => Promise<T>,
): Promise<T> {
  return deps.scratch.withPath(async (folder) => {
    await mkdir(folder, { mode: 0o700 })
    const session = createSession(deps, folder, isLowPriority)
    try {
      return await work(session)
    } finally {
      session.end()
    }
  })
}

function createSession(
  { sandbox, office }: SessionDependencies,
  folder: string,
  isLowPriority: boolean,
): DocumentSession & { end(): void } {
  let endsAt = Infinity
  let running: DocumentProcess | undefined
  const timeLeft = () => Math.max(0, endsAt - Date.now())

  return {
    endBy(time) {
      endsAt = time
    },
    async add(name, content) {
      await rm(join(folder, name), { force: true })
      await writeStream(join(folder, name), content instanceof Uint8Array ? [content] : content)
    },
    read: (name) => readOutput(folder, name, LETTER_LIMIT_BYTES),
    stream: (name) => streamOutput(folder, name, FILE_MEGABYTES * 1_000_000),
    remove: (name) => rm(join(folder, name), { force: true }),

    async ask(task, request) {
      running ??= startDocumentProcess(sandbox, folder, isLowPriority)
      try {
        return parseReply(task, await running.ask(task, request, timeLeft()))
      } catch (error) {
        if (!(error instanceof Fault)) {
          // Killed or confused: the next task gets a fresh process.
          running.end()
          running = undefined
        }
        throw error
      }
    },

    async convert(names) {
      if (!office) throw new Error('There is no LibreOffice to convert with.')
      await office.convert(folder, names, { limitMs: Math.min(timeLeft(), 2 ** 31 - 1), isLowPriority })
      if (timeLeft() === 0) throw new LimitPassed()
    },

    end() {
      running?.end()
    },
  }
}

const parseReply = <Name extends TaskName>(task: Name, reply: unknown): TaskReply<Name> =>
  // The schema of this name; TypeScript cannot follow the lookup.
  TASKS[task].reply.parse(reply) as TaskReply<Name>

interface DocumentProcess {
  ask(task: TaskName, request: unknown, limitMs: number): Promise<unknown>
  end(): void
}

function startDocumentProcess(sandbox: Sandbox, folder: string, isLowPriority: boolean): DocumentProcess {
  const limits = {
    memoryMegabytes: MEMORY_MEGABYTES,
    processorSeconds: PROCESSOR_SECONDS,
    fileMegabytes: FILE_MEGABYTES,
  }
  const program = entry()
  const child = sandbox.start({
    program: process.execPath,
    args: [...flagsFor(program, sandbox.inside(folder)), program],
    folder,
    readOnly: [process.execPath, ...listCode(program)],
    limits,
    hasChannel: true,
    isLowPriority,
  })
  const ready = nextMessage(child, START_MS, () => new Error('The process for documents does not start.'))
  ready.catch(() => {})
  return {
    async ask(task, request, limitMs) {
      const endsAt = Date.now() + limitMs
      await ready
      const next = nextMessage(child, Math.max(0, endsAt - Date.now()), () => new LimitPassed())
      child.send({ task, request })
      const message = await next
      if ('reply' in message) return message.reply
      if ('refused' in message) throw Fault.from(message.refused)
      throw new Error(`A task on documents failed (${task}): ${'failed' in message ? message.failed : 'no answer'}`)
    },
    end: () => killGroup(child),
  }
}

function nextMessage(child: ChildProcess, limitMs: number, fault: () => Error): Promise<ProcessMessage> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      finish()
    }
    const onMessage = (message: unknown) => {
      const parsed = documentMessageSchema.safeParse(message)
      settle(() => (parsed.success ? resolve(parsed.data) : reject(fault())))
    }
    const onEnd = () => settle(() => reject(fault()))
    const timer = setTimeout(
      () => {
        killGroup(child)
        onEnd()
      },
      Math.min(limitMs, 2 ** 31 - 1),
    )
    child.once('message', onMessage).once('exit', onEnd).once('error', onEnd)
  })
}

/**
 * One piece of work on one council's documents: a folder that is gone afterwards, a document process of its own in a
 * sandbox (see ../documentProcess.ts), and LibreOffice. Nothing of it is shared with another piece, and all of it ends
 * when it passes its limits.
 */
import type { ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pdfOf, type LibreOffice } from '../../../clients/libreOffice'
import { endGroup, openMade, readMade, type Sandbox } from '../../../clients/sandbox'
import { Fault } from '../../../faults'
import { packageRoot } from '../../../root'
import type { Scratch } from '../../../scratch'
import { answerSchema, TASKS, type Answer, type Answered, type Asked, type TaskName } from './messages'

export interface SessionDependencies {
  readonly scratch: Scratch
  readonly sandbox: Sandbox
  /** Absent: nothing can be converted. */
  readonly office: LibreOffice | undefined
}

/** A document took more time or memory than it may. */
export class LimitPassed extends Error {}

export interface DocumentSession {
  /** From now on everything is to be done before this time (as of Date.now). */
  endBy(time: number): void
  /** Puts a document into the folder. */
  add(name: string, content: Uint8Array | Readable): Promise<void>
  /** Takes a file out of the folder: undefined when there is none. */
  read(name: string): Promise<Buffer | undefined>
  /** The same for one that is too large for memory. */
  stream(name: string): Promise<Readable | undefined>
  remove(name: string): Promise<void>
  /**
   * Has the document process do a task.
   * @throws Fault as there; LimitPassed when it was ended; Error when it failed.
   */
  ask<Name extends TaskName>(task: Name, asked: Asked<Name>): Promise<Answered<Name>>
  /** Makes PDFs; see {@link LibreOffice.convert}. */
  convert(names: readonly string[]): Promise<void>
}

/** As much as the largest document that is taken needs, several times over. */
const HEAP_MEGABYTES = 256
const MEMORY_MEGABYTES = 640
/** The print pack of a whole council. */
const FILE_MEGABYTES = 4_000
/** A loop that survives a killed server ends by itself. */
const PROCESSOR_SECONDS = 15 * 60
/** On a machine that is busy. */
const START_MS = 30_000

const isBuilt = !import.meta.url.endsWith('.ts')

/**
 * What a document process runs: a part of the build. Started from source it goes through a loader, which takes seconds;
 * tests bundle it once and say in the environment where it lies.
 */
const entry = (): string =>
  isBuilt
    ? join(packageRoot, 'dist/server/documentProcess.js')
    : (process.env.DOORSTEP_DOCUMENT_PROCESS ?? fileURLToPath(new URL('../documentProcess.ts', import.meta.url)))

/** What it may read besides its folder. */
const codeOf = (program: string): string[] => [
  ...['package.json', 'node_modules'].map((name) => join(packageRoot, name)),
  program.endsWith('.ts') ? join(packageRoot, 'src') : dirname(program),
]

/** What Node calls its limits on what a process may touch: up to version 22.12 they are an experiment. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

/**
 * Also without a sandbox the process reads nothing but code and its folder, writes nothing but that folder, and starts
 * nothing. Only developers start it from source, whose loader reads and starts more.
 * @param folder as the process knows it.
 */
const flagsFor = (program: string, folder: string): string[] => [
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  ...(program.endsWith('.ts')
    ? ['--import', pathToFileURL(join(packageRoot, 'node_modules/tsx/dist/loader.mjs')).href]
    : // Add-ons: sharp decodes the pictures.
      [
        PERMISSION,
        '--allow-addons',
        ...[...codeOf(program), folder].map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-write=${folder}`,
      ]),
]

/**
 * Does work in a session.
 * @param isPatient whether everything else on the machine goes first.
 */
export function inSession<T>(
  deps: SessionDependencies,
  isPatient: boolean,
  work: (session: DocumentSession) => Promise<T>,
): Promise<T> {
  return deps.scratch.withPath(async (folder) => {
    await mkdir(folder, { mode: 0o700 })
    const session = createSession(deps, folder, isPatient)
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
  isPatient: boolean,
): DocumentSession & { end(): void } {
  let endsAt = Infinity
  let running: DocumentProcess | undefined
  const timeLeft = () => Math.max(0, endsAt - Date.now())

  return {
    endBy(time) {
      endsAt = time
    },
    add: (name, content) =>
      pipeline(
        content instanceof Uint8Array ? [content] : content,
        createWriteStream(join(folder, name), { mode: 0o600 }),
      ),
    read: (name) => readMade(folder, name),
    async stream(name) {
      return (await openMade(folder, name))?.createReadStream()
    },
    remove: (name) => rm(join(folder, name), { force: true }),

    async ask(task, asked) {
      running ??= startDocumentProcess(sandbox, folder, isPatient)
      try {
        const answered = await running.ask(task, asked, timeLeft())
        return parseAnswer(task, answered)
      } catch (error) {
        if (!(error instanceof Fault)) {
          // Ended or confused: the next task begins with another.
          running.end()
          running = undefined
        }
        throw error
      }
    },

    async convert(names) {
      if (!office) throw new Error('There is no LibreOffice to convert with.')
      await office.convert(folder, names, { limitMs: Math.min(timeLeft(), 2 ** 31 - 1), isPatient })
      if (timeLeft() === 0) throw new LimitPassed()
    },

    end() {
      running?.end()
    },
  }
}

const parseAnswer = <Name extends TaskName>(task: Name, answered: unknown): Answered<Name> =>
  // The schema of this very name, which the compiler cannot follow through the lookup.
  TASKS[task].answered.parse(answered) as Answered<Name>

interface DocumentProcess {
  ask(task: TaskName, asked: unknown, limitMs: number): Promise<unknown>
  end(): void
}

/** Starts a process; it is given one task at a time. */
function startDocumentProcess(sandbox: Sandbox, folder: string, isPatient: boolean): DocumentProcess {
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
    readOnly: [process.execPath, ...codeOf(program)],
    limits,
    hasChannel: true,
    isPatient,
  })
  const ready = nextAnswer(child, START_MS, () => new Error('The process for documents does not start.'))
  // Heard of when the first task is given.
  ready.catch(() => {})
  return {
    async ask(task, asked, limitMs) {
      const endsAt = Date.now() + limitMs
      await ready
      const answer = nextAnswer(child, Math.max(0, endsAt - Date.now()), () => new LimitPassed())
      child.send({ task, asked })
      const said = await answer
      if ('answered' in said) return said.answered
      if ('refused' in said) throw Fault.from(said.refused)
      throw new Error(`A task on documents failed (${task}): ${'failed' in said ? said.failed : 'no answer'}`)
    },
    end: () => endGroup(child),
  }
}

/** Waits for what a process says next; when it ends before, by itself or because its time is over, it is a fault. */
function nextAnswer(child: ChildProcess, limitMs: number, fault: () => Error): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      finish()
    }
    const onMessage = (message: unknown) => {
      const said = answerSchema.safeParse(message)
      settle(() => (said.success ? resolve(said.data) : reject(fault())))
    }
    const onEnd = () => settle(() => reject(fault()))
    const timer = setTimeout(
      () => {
        endGroup(child)
        onEnd()
      },
      Math.min(limitMs, 2 ** 31 - 1),
    )
    child.once('message', onMessage).once('exit', onEnd).once('error', onEnd)
  })
}

/** Where the PDF of a document lies after {@link DocumentSession.convert}. */
export { pdfOf }

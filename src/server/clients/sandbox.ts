/**
 * Runs programs on untrusted input in their own folder, without secrets and with kernel limits; with bubblewrap also
 * without network or other files.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:fs'
import { access, open, realpath, type FileHandle } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { Readable } from 'node:stream'

interface Limits {
  readonly memoryMegabytes: number
  readonly processorSeconds: number
  readonly fileMegabytes: number
}

export interface SandboxedProgram {
  readonly program: string
  readonly args: readonly string[]
  readonly folder: string
  readonly readOnly: readonly string[]
  readonly limits: Limits
  readonly env?: Readonly<Record<string, string>>
  readonly hasChannel?: boolean
  /** Standard output, and an input that ends with the server. */
  readonly hasPipes?: boolean
  readonly isLowPriority?: boolean
}

export interface Sandbox {
  readonly isClosed: boolean
  inside(folder: string): string
  start(program: SandboxedProgram): ChildProcess
}

const SYSTEM = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/bin', '/usr/share', '/usr/local/share/fonts']
const SETTINGS = ['/etc/fonts', '/etc/libreoffice', '/etc/ld.so.cache', '/etc/alternatives', '/var/cache/fontconfig']
const LINKS = ['/lib', '/lib32', '/lib64', '/bin']
const INSIDE = '/run/doorstep-documents'
const TEMPORARY_BYTES = 64 * 1024 * 1024
/** A busy machine takes long to start a program: given up on early, the sandbox would be left out. */
const PROBE_MS = 60_000

/** Skips unknown limits: macOS cannot limit memory. */
const WITH_LIMITS =
  'for limit in "-c 0" "-d $1" "-t $2" "-f $3"; do (ulimit $limit) 2>/dev/null && ulimit $limit; done; shift 3; exec "$@"'

/**
 * @param given `BWRAP_PATH`; `none` disables it
 * @returns only limits where bubblewrap does not work
 */
export async function findSandbox(given?: string): Promise<Sandbox> {
  const open = createSandbox(undefined)
  if (given === 'none' || process.platform !== 'linux') return open
  for (const path of given === undefined ? [...pathsOnPath('bwrap'), '/usr/bin/bwrap'] : [given]) {
    if (!(await isProgram(path))) continue
    const closed = createSandbox(path)
    return (await exitsCleanly(closed, {
      program: process.execPath,
      args: ['--version'],
      readOnly: [process.execPath],
    }))
      ? closed
      : open
  }
  return open
}

/** Candidate paths, each folder of PATH by each name. */
export const pathsOnPath = (...names: readonly string[]): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)))

/** Whether the file is executable. */
export const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Whether the program exits with 0. */
export async function exitsCleanly(
  sandbox: Sandbox,
  program: Pick<SandboxedProgram, 'program' | 'args' | 'readOnly'>,
): Promise<boolean> {
  const limits = { memoryMegabytes: 1_000, processorSeconds: 10, fileMegabytes: 1 }
  const child = sandbox.start({ ...program, folder: dirname(program.program), limits })
  return (await exitCode(child, PROBE_MS)) === 0
}

/** Undefined when killed or not started. */
export function exitCode(child: ChildProcess, limitMs: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => killGroup(child), limitMs)
    const end = (code?: number | null) => {
      clearTimeout(timer)
      resolve(code ?? undefined)
    }
    child.once('error', () => end())
    child.once('exit', end)
  })
}

/** Kills a program and its children. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

/** Undefined unless a regular file within the size: a link could lead elsewhere, a pipe block, a device never end. */
export async function openOutput(folder: string, name: string, maxBytes = Infinity): Promise<FileHandle | undefined> {
  const path = join(await realpath(folder), name)
  if ((await realpath(path).catch(() => undefined)) !== path) return undefined
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!file) return undefined
  const info = await file.stat()
  if (info.isFile() && info.nlink === 1 && info.size <= maxBytes) return file
  await file.close()
  return undefined
}

/** As {@link openOutput}, up to the length at opening. The caller must read or destroy it. */
export async function streamOutput(folder: string, name: string, maxBytes: number): Promise<Readable | undefined> {
  const file = await openOutput(folder, name, maxBytes)
  if (!file) return undefined
  const { size } = await file.stat()
  if (size > 0) return file.createReadStream({ end: size - 1 })
  await file.close()
  return Readable.from([])
}

/** As {@link openOutput}. */
export async function readOutput(folder: string, name: string, maxBytes: number): Promise<Buffer | undefined> {
  const content = await streamOutput(folder, name, maxBytes)
  // A byte stream yields Buffers.
  return content && Buffer.concat((await content.toArray()) as Buffer[])
}

function createSandbox(bubblewrap: string | undefined): Sandbox {
  return {
    isClosed: bubblewrap !== undefined,
    inside: (folder) => (bubblewrap === undefined ? folder : INSIDE),
    start({ program, args, folder, readOnly, limits, env = {}, isLowPriority = false, ...given }) {
      const { memoryMegabytes, processorSeconds, fileMegabytes } = limits
      const pipe = given.hasPipes ? 'pipe' : 'ignore'
      const command = [
        ...(isLowPriority ? ['nice', '-n', '10'] : []),
        ...(bubblewrap === undefined ? [] : [bubblewrap, ...bubblewrapArgs(folder, readOnly)]),
        program,
        ...args,
      ]
      // In ulimit's units.
      const kept = [memoryMegabytes * 1_000, processorSeconds, fileMegabytes * 2_000].map(String)
      return spawn('/bin/sh', ['-c', WITH_LIMITS, 'sh', ...kept, ...command], {
        cwd: folder,
        env: {
          PATH: process.env.PATH ?? '',
          LC_ALL: 'C.UTF-8',
          HOME: this.inside(folder),
          TMPDIR: this.inside(folder),
          ...env,
        },
        stdio: [pipe, pipe, 'ignore', given.hasChannel ? 'ipc' : 'ignore'],
        detached: true,
      })
    },
  }
}

const bubblewrapArgs = (folder: string, readOnly: readonly string[]) => [
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--proc', '/proc', '--dev', '/dev', '--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp'],
  ...[...SYSTEM, ...SETTINGS].flatMap((path) => ['--ro-bind-try', path, path]),
  ...LINKS.flatMap((path) => ['--ro-bind-try', path, path]),
  ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
  ...['--bind', folder, INSIDE, '--chdir', INSIDE],
]

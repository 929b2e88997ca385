/**
 * Runs programs that read what strangers have written. Each has a folder of its own, an environment without secrets and
 * limits that the kernel enforces on memory, processor time and the size of a file. Where bubblewrap is installed and
 * works, it also sees nothing else of the machine, has no network, and ends with the server, even one that is killed.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:fs'
import { access, open, realpath, type FileHandle } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

export interface Limits {
  readonly memoryMegabytes: number
  readonly processorSeconds: number
  /** Of each file that is written. */
  readonly fileMegabytes: number
}

export interface SandboxedProgram {
  readonly program: string
  readonly args: readonly string[]
  /** The one folder that it may write to, which is where it starts. */
  readonly folder: string
  /** Files and folders that it needs besides the system's own programs, libraries and fonts. */
  readonly readOnly: readonly string[]
  readonly limits: Limits
  readonly env?: Readonly<Record<string, string>>
  /** Whether it speaks with the server over Node's channel between processes. */
  readonly hasChannel?: boolean
  /** Whether everything else on the machine goes first. */
  readonly isPatient?: boolean
}

export interface Sandbox {
  /** Whether a program sees nothing but what it is given, and has no network. */
  readonly isClosed: boolean
  /** The path by which a program knows its folder. */
  inside(folder: string): string
  /** Starts a program at the head of a process group of its own; see {@link endGroup}. */
  start(program: SandboxedProgram): ChildProcess
}

/** What programs need of the system. Nothing here belongs to Doorstep or to a council. */
const SYSTEM = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/bin', '/usr/share', '/usr/local/share/fonts']
const SETTINGS = ['/etc/fonts', '/etc/libreoffice', '/etc/ld.so.cache', '/etc/alternatives', '/var/cache/fontconfig']
const LINKS = ['/lib', '/lib32', '/lib64', '/bin']
const INSIDE = '/run/doorstep-documents'
const TEMPORARY_BYTES = 64 * 1024 * 1024
const PROBE_MS = 10_000

/** Limits that the system does not know are left out: macOS has no limit on memory. */
const WITH_LIMITS =
  'for limit in "-c 0" "-d $1" "-t $2" "-f $3"; do (ulimit $limit) 2>/dev/null && ulimit $limit; done; shift 3; exec "$@"'

/**
 * Finds bubblewrap and tries it.
 * @param given the operator's `BWRAP_PATH`; `none` means to do without.
 * @returns without bubblewrap, one that keeps the limits alone.
 */
export async function findSandbox(given?: string): Promise<Sandbox> {
  const open = createSandbox(undefined)
  if (given === 'none' || process.platform !== 'linux') return open
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const path of given === undefined
    ? [...folders.map((folder) => join(folder, 'bwrap')), '/usr/bin/bwrap']
    : [given]) {
    if (!(await isProgram(path))) continue
    const closed = createSandbox(path)
    // Containers and hardened systems may forbid the namespaces that it needs.
    return (await runs(closed, { program: process.execPath, args: ['--version'], readOnly: [process.execPath] }))
      ? closed
      : open
  }
  return open
}

/** Whether a program can be started at a path. */
export const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Whether a program runs to a good end in a sandbox. */
export async function runs(
  sandbox: Sandbox,
  program: Pick<SandboxedProgram, 'program' | 'args' | 'readOnly'>,
): Promise<boolean> {
  const limits = { memoryMegabytes: 1_000, processorSeconds: 10, fileMegabytes: 1 }
  // Any folder that programs may see anyway: nothing is written.
  const child = sandbox.start({ ...program, folder: dirname(program.program), limits })
  return (await ended(child, PROBE_MS)) === 0
}

/**
 * Waits for a program; one that takes longer is ended with its whole group.
 * @returns its exit code; undefined when it was ended or could not be started.
 */
export function ended(child: ChildProcess, limitMs: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => endGroup(child), limitMs)
    const end = (code?: number | null) => {
      clearTimeout(timer)
      resolve(code ?? undefined)
    }
    child.once('error', () => end())
    child.once('exit', end)
  })
}

/** Ends a program and whatever it has started, at once. */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/**
 * Opens a file that a sandboxed program has made in its folder.
 * @returns undefined where there is none, or something that would lead elsewhere or hold up the reader, such as a link.
 */
export async function openMade(folder: string, name: string): Promise<FileHandle | undefined> {
  const path = join(await realpath(folder), name)
  if ((await realpath(path).catch(() => undefined)) !== path) return undefined
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

/** Reads a file that a sandboxed program has made; see {@link openMade}. Its limits say how large it can be. */
export async function readMade(folder: string, name: string): Promise<Buffer | undefined> {
  const file = await openMade(folder, name)
  if (!file) return undefined
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function createSandbox(bubblewrap: string | undefined): Sandbox {
  return {
    isClosed: bubblewrap !== undefined,
    inside: (folder) => (bubblewrap === undefined ? folder : INSIDE),
    start({ program, args, folder, readOnly, limits, env = {}, hasChannel = false, isPatient = false }) {
      const { memoryMegabytes, processorSeconds, fileMegabytes } = limits
      const command = [
        ...(isPatient ? ['nice', '-n', '10'] : []),
        ...(bubblewrap === undefined ? [] : [bubblewrap, ...walls(folder, readOnly)]),
        program,
        ...args,
      ]
      // In the shell's units: kilobytes, seconds, blocks of 512 bytes.
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
        stdio: ['ignore', 'ignore', 'ignore', hasChannel ? 'ipc' : 'ignore'],
        detached: true,
      })
    },
  }
}

const walls = (folder: string, readOnly: readonly string[]) => [
  ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--proc', '/proc', '--dev', '/dev', '--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp'],
  ...[...SYSTEM, ...SETTINGS].flatMap((path) => ['--ro-bind-try', path, path]),
  // Links to the folders above on today's systems, folders of their own on others.
  ...LINKS.flatMap((path) => ['--ro-bind-try', path, path]),
  ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
  ...['--bind', folder, INSIDE, '--chdir', INSIDE],
]

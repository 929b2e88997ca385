import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/**
 * Unpacks what docs/doorstep-backup.sh makes.
 * @param identity age's secret key file; undefined: not encrypted
 * @throws Error in one sentence
 */
export async function unpackBackup(archive: string, folder: string, identity: string | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const tar = run('tar', ['--extract', '--no-same-owner', '--directory', folder])
  const age = identity === undefined ? undefined : run('age', ['--decrypt', '--identity', identity, archive])
  const content = age ? age.child.stdout : createReadStream(archive)
  const unread = await pipeline(content, tar.child.stdin).then(() => undefined, explainUnread)
  const fault = unread ?? (await age?.fault) ?? (await tar.fault)
  if (fault === undefined) return
  const cure = identity === undefined ? ' If it is encrypted, name the key: --identity <file>.' : ''
  throw new Error(`${archive} cannot be unpacked: ${fault}.${cure}`)
}

const CLOSED: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'EPIPE']

/** Undefined where tar closed its input: how it ends then says whether it had all. */
function explainUnread(error: unknown): string | undefined {
  if (!(error instanceof Error)) return 'it broke off'
  return 'code' in error && CLOSED.includes(error.code) ? undefined : error.message
}

function run(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => (said = `${said}${piece.toString()}`.slice(-500)))
  return { child, fault: ended(child).then((code) => (code === 0 ? undefined : describeFault(program, code, said))) }
}

async function ended(child: ChildProcess): Promise<number | undefined> {
  const [code] = await once(child, 'close').catch(() => [])
  return typeof code === 'number' ? code : undefined
}

const describeFault = (program: string, code: number | undefined, said: string): string =>
  code === undefined
    ? `${program} is not installed, or was stopped`
    : (said.trim().split('\n')[0] ?? '').trim().replace(/\.$/, '')

/** Unfinished files hold personal data and stay out of backups. A killed server's leftovers go after an hour. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { requireDiskSpace } from './disk'
import { removeTree } from './removeTree'

const HOUR_MS = 60 * 60 * 1000

export interface Scratch {
  /** Removes the path afterwards. @throws NoRoom first */
  withPath<T>(work: (path: string) => Promise<T>): Promise<T>
}

/** For those who only read. */
export const unusedScratch: Scratch = { withPath: () => Promise.reject(new Error('It is only read.')) }

/** Removes leftovers now and hourly. @param folder used by nothing else */
export function createScratch(folder: string): Scratch {
  void removeLeftOver(folder)
  setInterval(() => void removeLeftOver(folder), HOUR_MS).unref()
  return {
    async withPath(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await requireDiskSpace(folder)
      const path = join(folder, randomUUID())
      try {
        return await work(path)
      } finally {
        await removeTree(path)
      }
    },
  }
}

/**
 * Owner-only. Settles once the file is closed.
 * @param path of nothing yet: a sandboxed process may have left a link there, to a file of the server's
 * @param options.flush syncs it
 * @param options.replaces writes over what is there
 * @throws what the content throws; Error when it cannot be written
 */
export async function writeStream(
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { flush = false, replaces = false }: { readonly flush?: boolean; readonly replaces?: boolean } = {},
): Promise<void> {
  const file = createWriteStream(path, { flags: replaces ? 'w' : 'wx', mode: 0o600, flush })
  try {
    await pipeline(content, file)
  } finally {
    if (!file.closed) await once(file, 'close')
  }
}

async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info && Date.now() - info.mtimeMs > HOUR_MS) await removeTree(path).catch(() => {})
  }
}

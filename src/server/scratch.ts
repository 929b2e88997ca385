/**
 * Unfinished files hold personal data and stay out of backups. A killed server's leftovers go after an hour, longer
 * than any use.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireDiskSpace } from './disk'

const HOUR_MS = 60 * 60 * 1000

export interface Scratch {
  /** Removes the path afterwards. @throws NoRoom first */
  withPath<T>(work: (path: string) => Promise<T>): Promise<T>
}

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
        await rm(path, { recursive: true, force: true, maxRetries: 3 })
      }
    },
  }
}

async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info && Date.now() - info.mtimeMs > HOUR_MS) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

/**
 * Policy: what is half made (letters in LibreOffice's hands, a print pack, an upload, an export) holds personal data and
 * lies apart from what is finished, which a backup copies. It is removed when it is done with. What a server that was
 * killed left there is removed after an hour, longer than any of it takes: when a server starts, and every hour.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireRoom } from './room'

const HOUR_MS = 60 * 60 * 1000

export interface Scratch {
  /**
   * Does work that makes a file or a folder at a path of its own; what is there afterwards is removed.
   * @throws NoRoom before anything is made, when the disk is almost full
   */
  withPath<T>(work: (path: string) => Promise<T>): Promise<T>
}

/** @param folder nobody else's; made when it is needed. */
export function createScratch(folder: string): Scratch {
  void removeLeftOver(folder)
  setInterval(() => void removeLeftOver(folder), HOUR_MS).unref()
  return {
    async withPath(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await requireRoom(folder)
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
    // What cannot be removed now is tried again in an hour.
    if (info && Date.now() - info.mtimeMs > HOUR_MS) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

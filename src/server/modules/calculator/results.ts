import { mkdir, rename } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Scratch } from '../../scratch'

/** Random names: no request text becomes a path. */
export interface ResultFiles {
  /** @returns its key */
  store(content: Readable): Promise<string>
  /** @throws Error for a foreign key */
  pathOf(key: string): string
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Creates the store of results, included in backups.
 * @param scratch must be on the same disk, for an atomic rename
 */
export function createResultFiles(dataFolder: string, scratch: Scratch): ResultFiles {
  const folder = join(dataFolder, 'files', 'calculator')
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('This is not the key of a calculator result.')
    return join(folder, `${key}.csv`)
  }
  return {
    pathOf,
    async store(content) {
      await mkdir(folder, { recursive: true })
      const key = randomUUID()
      await scratch.withPath(async (unfinished) => {
        await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }))
        await rename(unfinished, pathOf(key))
      })
      return key
    },
  }
}

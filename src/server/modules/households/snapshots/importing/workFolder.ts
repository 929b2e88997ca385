import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { digestFile } from '../../../../lib/digest'
import { hasCode } from '../../../../lib/operator'
import {
  putIntoStore,
  removeSnapshotFile,
  snapshotPath,
  snapshotsFolder,
  type SnapshotFile,
  type SnapshotStore,
} from '../files'

/** Beside the snapshot files, for an atomic rename. Holds personal data: owner-only, and always removed. */
export interface WorkFolder {
  readonly fileKey: string
  readonly path: string
  /** Synced and copied to the store, before any row names it. */
  publish(file: string): Promise<SnapshotFile>
  /** So that the file is removed even after a kill. */
  noteReplaced(fileKey: string): Promise<void>
  withdraw(): Promise<void>
  remove(): Promise<void>
}

/** An import cleans up after imports only. */
export type WorkKind = '.importing-' | '.erasing-'
const OWNER_FILE = 'owner.json'
const REPLACED_FILE = 'replaced'
const ownerSchema = z.object({ host: z.string(), process: z.number().int().positive() })

/** Older imports on other machines count as dead. */
const MAX_IMPORT_MS = 24 * 60 * 60 * 1000

const inUse = new Set<string>()

/** For one import, or one month of an erasure. */
export async function createWorkFolder(
  dataFolder: string,
  store: SnapshotStore | undefined,
  kind: WorkKind = '.importing-',
): Promise<WorkFolder> {
  const snapshots = snapshotsFolder(dataFolder)
  const fileKey = randomUUID()
  const path = join(snapshots, `${kind}${fileKey}`)
  const target = snapshotPath(snapshots, fileKey)
  await mkdir(snapshots, { recursive: true, mode: 0o700 })
  inUse.add(path)
  await mkdir(path, { mode: 0o700 })
  await writeFile(join(path, OWNER_FILE), JSON.stringify({ host: hostname(), process: process.pid }))
  return {
    fileKey,
    path,
    async publish(file) {
      await flush(file)
      await rename(file, target)
      await flush(snapshots)
      const fileDigest = await digestFile(target)
      await putIntoStore(store, snapshots, fileKey)
      return { fileKey, fileDigest }
    },
    noteReplaced: (replacedKey) => writeFile(join(path, REPLACED_FILE), replacedKey),
    withdraw: () => removeSnapshotFile(store, snapshots, fileKey),
    async remove() {
      await rm(path, { recursive: true, force: true })
      inUse.delete(path)
    },
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes dead imports' folders, and unnamed or replaced files. */
export async function removeLeftovers(
  dataFolder: string,
  store: SnapshotStore | undefined,
  isTaken: (fileKey: string) => Promise<boolean>,
  othersMayImport: boolean,
  kind: WorkKind = '.importing-',
): Promise<void> {
  const snapshots = snapshotsFolder(dataFolder)
  for (const name of await readdir(snapshots).catch(() => [])) {
    if (!name.startsWith(kind)) continue
    const path = join(snapshots, name)
    if (inUse.has(path) || (othersMayImport && (await isAlive(path)))) continue
    const replaced = await readFile(join(path, REPLACED_FILE), 'utf8').catch(() => '')
    for (const key of [name.slice(kind.length), ...(replaced ? [replaced] : [])]) {
      if (!(await isTaken(key))) await removeSnapshotFile(store, snapshots, key)
    }
    await rm(path, { recursive: true, force: true })
  }
}

async function isAlive(path: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(path)).mtimeMs > MAX_IMPORT_MS) return false
    const owner = ownerSchema.parse(JSON.parse(await readFile(join(path, OWNER_FILE), 'utf8')))
    if (owner.host !== hostname()) return true
    process.kill(owner.process, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

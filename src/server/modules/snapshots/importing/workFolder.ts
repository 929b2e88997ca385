import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { snapshotPath, snapshotsFolder } from '../files'

/**
 * Where an import works: a folder beside the snapshots' files, so that the finished file is moved into place in
 * one step. It is called `.importing-<key>`, `<key>` naming the file that it makes. It holds personal data while
 * it is there: only its owner may look into it, and it is removed whatever happens; what a crash left over is
 * removed by the next import.
 */
export interface WorkFolder {
  /** Names the snapshot's file for good. */
  readonly fileKey: string
  readonly path: string
  /** Puts the finished file in its place, safe on disk; no database row leads to it yet. */
  publish(file: string): Promise<void>
  /** Notes which file this one takes the place of, so that it is removed also when the import is killed before it can. */
  noteReplaced(fileKey: string): Promise<void>
  /** Takes a published file away again: the database did not take it. */
  withdraw(): Promise<void>
  remove(): Promise<void>
}

const PREFIX = '.importing-'
const OWNER_FILE = 'owner.json'
const REPLACED_FILE = 'replaced'
const ownerSchema = z.object({ host: z.string(), process: z.number().int().positive() })

/** After this long an import of another machine on the same disk is taken to have died. */
const LONGEST_IMPORT_MS = 24 * 60 * 60 * 1000

/** Makes a folder for one import, in the data folder. */
export async function createWorkFolder(dataFolder: string): Promise<WorkFolder> {
  const snapshots = snapshotsFolder(dataFolder)
  const fileKey = randomUUID()
  const path = join(snapshots, `${PREFIX}${fileKey}`)
  const target = snapshotPath(snapshots, fileKey)
  await mkdir(snapshots, { recursive: true, mode: 0o700 })
  await mkdir(path, { mode: 0o700 })
  await writeFile(join(path, OWNER_FILE), JSON.stringify({ host: hostname(), process: process.pid }))
  return {
    fileKey,
    path,
    async publish(file) {
      await flush(file)
      await rename(file, target)
      await flush(snapshots)
    },
    noteReplaced: (replacedKey) => writeFile(join(path, REPLACED_FILE), replacedKey),
    withdraw: () => rm(target, { force: true }),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

/** Writes a file, or a folder's list of names, through to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Removes what imports that died left over: their folders, a file that was put in its place but that the database
 * never took, and a file that was replaced.
 * @param isTaken Whether a row of the database leads to the file of that key.
 * @param othersMayImport Whether another process may be importing now.
 */
export async function removeLeftovers(
  dataFolder: string,
  isTaken: (fileKey: string) => Promise<boolean>,
  othersMayImport: boolean,
): Promise<void> {
  const snapshots = snapshotsFolder(dataFolder)
  for (const name of await readdir(snapshots).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(snapshots, name)
    if (othersMayImport && (await isAlive(path))) continue
    const replaced = await readFile(join(path, REPLACED_FILE), 'utf8').catch(() => '')
    for (const key of [name.slice(PREFIX.length), ...(replaced ? [replaced] : [])]) {
      if (!(await isTaken(key))) await rm(snapshotPath(snapshots, key), { force: true })
    }
    await rm(path, { recursive: true, force: true })
  }
}

async function isAlive(path: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(path)).mtimeMs > LONGEST_IMPORT_MS) return false
    const owner = ownerSchema.parse(JSON.parse(await readFile(join(path, OWNER_FILE), 'utf8')))
    if (owner.host !== hostname()) return true
    // Signal 0 asks whether there is such a process and does nothing to it.
    process.kill(owner.process, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

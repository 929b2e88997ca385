/** A Parquet file per organisation and month, under a random key. */
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { verifyDigest } from '../../../lib/digest'
import { OperatorFault } from '../../../lib/operator'
import { writeStream } from '../../../lib/scratch'
import type { FilesService } from '../../platform/files/service'

/** Under `DOORSTEP_DATA`; copies if there is a store. */
export const snapshotsFolder = (dataFolder: string): string => join(dataFolder, 'snapshots')

const checkKey = (fileKey: string): string => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fileKey))
    throw new Error('A snapshot row has no valid file key.')
  return fileKey
}

/** @throws Error for a key that no import made. */
export const snapshotPath = (folder: string, fileKey: string): string => join(folder, `${checkKey(fileKey)}.parquet`)

/** As a row names it. */
export interface SnapshotFile {
  readonly fileKey: string
  /** SHA-256 in hex; null where 1.0.0-rc.1 stored the file, which is used unchecked. */
  readonly fileDigest: string | null
}

class OtherFile extends OperatorFault {
  constructor(key: string) {
    super(
      `The snapshot file ${key} in the bucket is not the one that was stored. Restore it from a version or a backup of ` +
        'the bucket, or import its month again. It is looked at again a minute later.',
    )
  }
}

/** Shared by all servers; without it, snapshots lie only in the folder. */
export type SnapshotStore = Pick<FilesService, 'put' | 'open' | 'remove'>

const storeKey = (fileKey: string) => `snapshots/${checkKey(fileKey)}.parquet`

/** Copies a file from the folder into the store. */
export const putIntoStore = (store: SnapshotStore | undefined, folder: string, fileKey: string): Promise<void> =>
  store
    ? store.put(storeKey(fileKey), createReadStream(snapshotPath(folder, fileKey)), 'application/vnd.apache.parquet')
    : Promise.resolve()

/** Removes a file from the folder and the store. */
export async function removeSnapshotFile(
  store: SnapshotStore | undefined,
  folder: string,
  fileKey: string,
): Promise<void> {
  await rm(snapshotPath(folder, fileKey), { force: true })
  await store?.remove(storeKey(fileKey))
}

/**
 * Downloads a file.
 * @returns whether the store has it
 * @throws OperatorFault when its bytes are others than were stored
 */
export async function fetchFromStore(
  store: SnapshotStore,
  { fileKey, fileDigest }: SnapshotFile,
  path: string,
): Promise<boolean> {
  const content = await store.open(storeKey(fileKey))
  if (!content) return false
  const aside = `${path}.${randomUUID()}.part`
  const otherFile = () => new OtherFile(storeKey(fileKey))
  try {
    await writeStream(aside, fileDigest === null ? content : verifyDigest(content, fileDigest, otherFile))
    await rename(aside, path)
    return true
  } finally {
    await rm(aside, { force: true })
  }
}

export interface LocalCopies {
  /** @returns its path. @throws OperatorFault when the store does not have it, or another in its place */
  fetch(file: SnapshotFile): Promise<string>
  /** Keys of copies that no query is about to open; empty without a store. */
  unused(): Promise<string[]>
}

/** So long another file is not downloaded again. */
const REFUSED_MS = 60_000

/** A query may still be about to open a copy this recent. */
const KEEP_MS = 10 * 60_000

/** Beyond `limitBytes` the least recently used copies are removed, except any used within {@link KEEP_MS}. */
export function createLocalCopies(folder: string, store: SnapshotStore | undefined, limitBytes: number): LocalCopies {
  const underWay = new Map<string, Promise<void>>()
  const refused = new Map<string, { readonly fault: OtherFile; readonly until: number }>()

  async function download(from: SnapshotStore, file: SnapshotFile, path: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const before = refused.get(file.fileKey)
    if (before && performance.now() < before.until) throw before.fault
    refused.delete(file.fileKey)
    const isFetched = await fetchFromStore(from, file, path).catch((error: unknown) => {
      if (error instanceof OtherFile) refused.set(file.fileKey, { fault: error, until: performance.now() + REFUSED_MS })
      throw error
    })
    if (!isFetched)
      throw new OperatorFault(
        `The snapshot file ${storeKey(file.fileKey)} is not in the bucket. Import its month again.`,
      )
    await removeOldest(folder, limitBytes)
  }

  return {
    async fetch(file) {
      const { fileKey } = file
      const path = snapshotPath(folder, fileKey)
      if (!store) return path
      const now = new Date()
      const isThere = await utimes(path, now, now).then(
        () => true,
        () => false,
      )
      if (isThere) return path
      const fetching = underWay.get(fileKey) ?? download(store, file, path).finally(() => underWay.delete(fileKey))
      underWay.set(fileKey, fetching)
      await fetching
      return path
    },
    async unused() {
      if (!store) return []
      const found = await listFiles(folder)
      return found.filter(({ usedAt }) => usedAt <= Date.now() - KEEP_MS).map(({ path }) => basename(path, ENDING))
    },
  }
}

async function removeOldest(folder: string, limitBytes: number): Promise<void> {
  const found = await listFiles(folder)
  let bytes = found.reduce((sum, file) => sum + file.bytes, 0)
  for (const file of found.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (bytes <= limitBytes || file.usedAt > Date.now() - KEEP_MS) return
    await rm(file.path, { force: true })
    bytes -= file.bytes
  }
}

const ENDING = '.parquet'

async function listFiles(folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ENDING))
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const info = await stat(path).catch(() => undefined)
      return { path, bytes: info?.size ?? 0, usedAt: info?.mtimeMs ?? 0 }
    }),
  )
}

import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../../lib/operator'
import { writeStream } from '../../lib/scratch'
import { isKey, typeOfKey } from '../../modules/platform/files/keys'
import type { FilesService } from '../../modules/platform/files/service'
import {
  fetchFromStore,
  snapshotPath,
  snapshotsFolder,
  type SnapshotFile,
} from '../../modules/households/snapshots/files'

export type Bucket = Pick<FilesService, 'put' | 'open' | 'remove' | 'list' | 'stat'>

/** Snapshots are copied by the records' list; doctor and health leave nothing that lasts. */
const NOT_COPIED = /^(?:snapshots|doctor|health)\//

/** @throws Error when the file is not there; OperatorFault when the bucket has another in its place */
export async function copySnapshot(
  dataFolder: string,
  aside: string,
  file: SnapshotFile,
  bucket: Bucket | undefined,
): Promise<void> {
  const target = snapshotPath(join(aside, 'snapshots'), file.fileKey)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const isThere = bucket
    ? await fetchFromStore(bucket, file, target)
    : await copyFile(snapshotPath(snapshotsFolder(dataFolder), file.fileKey), target).then(
        () => true,
        (error: unknown) => {
          if (hasCode(error, 'ENOENT')) return false
          throw error
        },
      )
  if (!isThere) throw new Error('A snapshot file is not there: it may just have been replaced. Run the backup again.')
}

/** Copies what lies under a folder. */
export async function copyFolder(from: string, to: string): Promise<void> {
  for (const path of await filesUnder(from)) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    await copyFile(join(from, path), join(to, path))
  }
}

/** Keys in a backup beside the snapshots. */
export async function* otherKeys(bucket: Bucket): AsyncGenerator<string> {
  for await (const { key } of bucket.list('')) if (!NOT_COPIED.test(key) && isKey(key)) yield key
}

/** Skips files removed meanwhile. */
export async function copyKeys(
  files: Pick<FilesService, 'open'>,
  keys: Iterable<string> | AsyncIterable<string>,
  to: string,
): Promise<void> {
  for await (const key of keys) {
    const content = await files.open(key)
    if (!content) continue
    await mkdir(dirname(join(to, key)), { recursive: true, mode: 0o700 })
    // A bucket's list may name a file twice.
    await writeStream(join(to, key), content, { replaces: true })
  }
}

/** Relative, with forward slashes; empty for a missing folder. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    // A partial backup must not look complete.
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

/** Puts a file back into the data folder. @param written gets its path, to undo it */
export async function putBack(from: string, to: string, written: string[]): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const aside = `${to}.part`
  written.push(aside)
  await copyFile(from, aside)
  await rename(aside, to)
  written.splice(-1, 1, to)
}

/**
 * Skips a file of the same size.
 * @param added gets its key if new, for undo
 */
export async function putBackIntoBucket(
  bucket: Bucket,
  file: { readonly path: string; readonly key: string; readonly bytes: number },
  added: string[],
): Promise<void> {
  const found = await bucket.stat(file.key)
  if (found?.bytes === file.bytes) return
  if (!found) added.push(file.key)
  await bucket.put(file.key, createReadStream(file.path), typeOfKey(file.key))
}

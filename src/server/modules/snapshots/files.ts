import { join } from 'node:path'

/**
 * Where snapshots lie: one Parquet file an organisation and month. A file is named by the random key in its
 * database row and by nothing else; no slug, month or word of a request ever reaches a path.
 */

/** The folder of the snapshots' files, below `DOORSTEP_DATA`. */
export const snapshotsFolder = (dataFolder: string): string => join(dataFolder, 'snapshots')

/** The file of that key. @throws Error for what is not a key that an import made. */
export function snapshotPath(folder: string, fileKey: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fileKey))
    throw new Error('A snapshot row has no valid file key.')
  return join(folder, `${fileKey}.parquet`)
}

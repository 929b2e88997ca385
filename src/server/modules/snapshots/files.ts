import { join } from 'node:path'

/** One Parquet file per organisation and month, named by a random key: no text of a request reaches a path. */

/** In `DOORSTEP_DATA`. */
export const snapshotsFolder = (dataFolder: string): string => join(dataFolder, 'snapshots')

/** @throws Error for a key that no import made. */
export function snapshotPath(folder: string, fileKey: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fileKey))
    throw new Error('A snapshot row has no valid file key.')
  return join(folder, `${fileKey}.parquet`)
}

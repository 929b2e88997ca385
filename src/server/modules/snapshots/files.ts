import { join } from 'node:path'

/**
 * One Parquet file an organisation and month, named by the random key in its row: no text of a request reaches a path.
 */

/** The folder of the snapshots' files, below `DOORSTEP_DATA`. */
export const snapshotsFolder = (dataFolder: string): string => join(dataFolder, 'snapshots')

/** The file of that key. @throws Error when no import made such a key. */
export function snapshotPath(folder: string, fileKey: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fileKey))
    throw new Error('A snapshot row has no valid file key.')
  return join(folder, `${fileKey}.parquet`)
}

import type { Database } from '../../../../db/database'
import type { Tx } from '../../../../db/engine'
import { removeSnapshotFile, snapshotsFolder, type SnapshotFile, type SnapshotStore } from '../files'
import * as repo from '../repo'
import { removeLeftovers, type WorkFolder } from './workFolder'

export interface SnapshotPlace {
  readonly database: Database
  readonly dataFolder: string
  readonly store?: SnapshotStore | undefined
}

export type ImportedMonth = Omit<repo.NewSnapshot, keyof SnapshotFile>

/**
 * Puts an imported file in place. `write`'s records and the row naming the file commit together.
 * @param write calls `saveMonth` once
 */
export async function placeSnapshot<T>(
  { database, dataFolder, store }: SnapshotPlace,
  work: WorkFolder,
  file: string,
  write: (tx: Tx, saveMonth: (month: ImportedMonth) => Promise<void>) => Promise<T>,
): Promise<{ readonly written: T; readonly isReplaced: boolean }> {
  let saved: Awaited<ReturnType<typeof repo.saveSnapshot>> = { isReplaced: false, goneKeys: [] }
  try {
    const published = await work.publish(file)
    const written = await database.asSystem((tx) =>
      write(tx, async (month) => {
        saved = await repo.saveSnapshot(tx, { ...month, ...published })
        for (const key of saved.goneKeys) await work.noteReplaced(key)
      }),
    )
    for (const key of saved.goneKeys) {
      // Failing here only wastes disk space.
      await removeSnapshotFile(store, snapshotsFolder(dataFolder), key).catch(() => {})
    }
    return { written, isReplaced: saved.isReplaced }
  } catch (error) {
    await work.withdraw()
    throw error
  }
}

/** Left by killed imports. */
export const removeDeadImports = ({ database, dataFolder, store }: SnapshotPlace): Promise<void> =>
  removeLeftovers(
    dataFolder,
    store,
    (fileKey) => database.asSystem((tx) => repo.isFileTaken(tx, fileKey)),
    // The embedded database allows one import at a time.
    database.engine !== 'embedded',
  )

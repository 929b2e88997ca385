import type { Database } from '../../../../db/database'
import type { Tx } from '../../../../db/engine'
import { removeSnapshotFile, snapshotsFolder, type SnapshotStore } from '../files'
import * as repo from '../repo'
import { removeLeftovers, type WorkFolder } from './workFolder'

/** Where snapshots lie, and the records that name them. */
export interface SnapshotPlace {
  readonly database: Database
  readonly dataFolder: string
  readonly store?: SnapshotStore | undefined
}

export interface ImportedMonth {
  readonly organisationId: string
  /** yyyy-mm-01. */
  readonly month: string
  readonly householdCount: number
  /** An array of wards. */
  readonly wardsJson: string
}

/**
 * Puts an imported file in its place. What `write` records commits together with the row that names the file; a failure
 * leaves neither.
 * @param write calls `saveMonth` once
 */
export async function placeSnapshot<T>(
  { database, dataFolder, store }: SnapshotPlace,
  work: WorkFolder,
  file: string,
  write: (tx: Tx, saveMonth: (month: ImportedMonth) => Promise<void>) => Promise<T>,
): Promise<{ readonly written: T; readonly isReplaced: boolean }> {
  const replacedKeys: string[] = []
  try {
    await work.publish(file)
    const written = await database.asSystem((tx) =>
      write(tx, async (month) => {
        const replacedKey = await repo.saveSnapshot(tx, { ...month, fileKey: work.fileKey })
        if (replacedKey === undefined) return
        await work.noteReplaced(replacedKey)
        replacedKeys.push(replacedKey)
      }),
    )
    for (const key of replacedKeys) {
      // Failing here only wastes disk space.
      await removeSnapshotFile(store, snapshotsFolder(dataFolder), key).catch(() => {})
    }
    return { written, isReplaced: replacedKeys.length > 0 }
  } catch (error) {
    await work.withdraw()
    throw error
  }
}

/** Removes what killed imports left behind. */
export const removeDeadImports = ({ database, dataFolder, store }: SnapshotPlace): Promise<void> =>
  removeLeftovers(
    dataFolder,
    store,
    (fileKey) => database.asSystem((tx) => repo.isFileTaken(tx, fileKey)),
    // The embedded database allows one import at a time.
    database.engine !== 'embedded',
  )

import type { Database } from '../../../db/database'
import { withMonths } from './comparisons'
import { removeSnapshotFile, snapshotsFolder, type SnapshotStore } from './files'
import { eraseFromMonths } from './importing/erasing'
import type { SnapshotMemory } from './snapshotMemory'
import * as repo from './repo'
import type { MonthFiles } from './snapshot'

const ALL_STORED = { from: '0001-01-01', to: '9999-12-31', withReplaced: true }

interface MonthFilesDependencies {
  readonly database: Database
  readonly dataFolder: string
  readonly store?: SnapshotStore | undefined
  readonly memory: SnapshotMemory
}

/** A household's rows in months' files, and their deletion. */
export function createMonthFiles(deps: MonthFilesDependencies): MonthFiles {
  const { database, dataFolder, store, memory } = deps
  const folder = snapshotsFolder(dataFolder)

  async function removeAll(deleted: Promise<string[]>): Promise<number> {
    const keys = await deleted
    for (const key of keys) await removeSnapshotFile(store, folder, key)
    return keys.length
  }

  return {
    readHousehold: (organisationId, reference) =>
      withMonths(deps, organisationId, ALL_STORED, async (connection, months) => {
        const found: { month: string; row: Record<string, unknown> }[] = []
        for (const { month, from } of months.toReversed()) {
          const rows = await connection.runAndReadAll(`select * from ${from} where household_reference = $1`, [
            reference,
          ])
          found.push(...rows.getRowObjectsJson().map((row) => ({ month, row })))
        }
        return found
      }),

    erase: (organisationId, isErased) =>
      eraseFromMonths(
        { database, dataFolder, store, fetch: (file) => memory.copies.fetch(file) },
        organisationId,
        isErased,
      ),

    deleteBefore: (organisationId, month) =>
      removeAll(database.forOrganisation(organisationId, (tx) => repo.deleteMonths(tx, organisationId, month))),
    deleteReplaced: (organisationId, before) =>
      removeAll(database.forOrganisation(organisationId, (tx) => repo.deleteReplaced(tx, organisationId, before))),

    forgetGone: () => memory.forgetGone(),
    listKeys: repo.fileKeys,
    remove: (fileKey) => removeSnapshotFile(store, folder, fileKey),

    async findToCompare(organisationId, month) {
      const row = await database.forOrganisation(organisationId, (tx) =>
        repo.monthToCompareWith(tx, organisationId, month),
      )
      if (!row) return undefined
      const { authorityCode: code, authorityName: name } = row
      return {
        month: row.month,
        path: await memory.copies.fetch(row),
        wardsJson: row.wards,
        localAuthority: code === null || name === null ? undefined : { code, name },
      }
    },
  }
}

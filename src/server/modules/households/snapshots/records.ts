import { createBatchedLookup } from '../../../db/batchedLookup'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import * as repo from './repo'
import type { SnapshotMonths } from './snapshot'
import { wardsSchema, type Ward } from './wards'

const CACHED_WARDS = 100

/** Nothing was published yet. */
export const noMonth = () =>
  notFound('No month has been published yet. Administrators publish one in Settings, under Data.', 'no_month')

export type SnapshotRecords = ReturnType<typeof createSnapshotRecords>

/** Rows naming snapshot files, read under row-level security with every request. */
export function createSnapshotRecords(database: Database) {
  const wardsByVersion = new Map<string, readonly Ward[]>()
  // Per organisation, because of row-level security.
  const latestLookups = new Map<string, () => Promise<repo.SnapshotRow | undefined>>()

  return {
    find: (organisationId: string, month: string, alsoRead?: (tx: Tx) => Promise<void>) =>
      database.forOrganisation(organisationId, async (tx) => {
        await alsoRead?.(tx)
        return repo.findSnapshot(tx, organisationId, month)
      }),

    findLatest(organisationId: string): Promise<repo.SnapshotRow | undefined> {
      const lookUp = latestLookups.get(organisationId) ?? createLatestLookup(database, organisationId)
      latestLookups.set(organisationId, lookUp)
      return lookUp()
    },

    async readWards(organisationId: string, row: repo.SnapshotRow): Promise<readonly Ward[]> {
      const cached = wardsByVersion.get(row.fileKey)
      if (cached) return cached
      const stored = await database.forOrganisation(organisationId, (tx) => repo.readWards(tx, row.id, row.fileKey))
      const wards = wardsSchema.parse(stored)
      const [oldest] = wardsByVersion.keys()
      if (wardsByVersion.size >= CACHED_WARDS && oldest !== undefined) wardsByVersion.delete(oldest)
      wardsByVersion.set(row.fileKey, wards)
      return wards
    },

    forgetWards: (fileKey: string) => void wardsByVersion.delete(fileKey),
  }
}

function createLatestLookup(database: Database, organisationId: string) {
  const lookUp = createBatchedLookup<string, repo.SnapshotRow | undefined>((begin) =>
    database.forOrganisation(organisationId, async (tx) => {
      begin()
      return new Map([[organisationId, await repo.findSnapshot(tx, organisationId)]])
    }),
  )
  return () => lookUp(organisationId)
}

/** What is known of the months without loading them. */
export const createSnapshotMonths = (database: Database, records: SnapshotRecords): SnapshotMonths => ({
  list: (organisationId) => database.forOrganisation(organisationId, (tx) => repo.allMonths(tx, organisationId)),

  async findLatest(organisationId) {
    const row = await records.findLatest(organisationId)
    if (!row) throw noMonth()
    return row.month
  },

  async findLocalAuthority(organisationId) {
    const row = await records.findLatest(organisationId)
    return row && (await records.readWards(organisationId, row))[0]?.localAuthorityCode
  },

  holdInUse: repo.holdInUse,
  listSizes: repo.sizesBetween,
})

import { createMonthComparisons, noSuchMonth } from './comparisons'
import { createSnapshotMemory, type SnapshotMemory, type SnapshotMemoryDependencies } from './snapshotMemory'
import { createMonthFiles } from './monthFiles'
import { createSnapshotMonths, createSnapshotRecords, noMonth } from './records'
import type { SnapshotRow } from './repo'
import type { LoadedSnapshot, SnapshotsService } from './snapshot'
export type * from './snapshot'

const ATTEMPTS = 3

const FORGET_EVERY_MS = 60_000

/** Every call reads the row, so other processes' imports are seen at once. */
export function createSnapshotsService(deps: SnapshotMemoryDependencies): SnapshotsService {
  const { database } = deps
  const records = createSnapshotRecords(database)
  const memory = createSnapshotMemory(deps, records)
  const forgetting = setInterval(() => void memory.forgetGone().catch(() => {}), FORGET_EVERY_MS).unref()
  return {
    latest: (organisationId) =>
      loadFound(memory, organisationId, async () => {
        const row = await records.findLatest(organisationId)
        if (!row) throw noMonth()
        return row
      }),
    at: (organisationId, month, alsoRead) =>
      loadFound(memory, organisationId, async () => {
        const row = await records.find(organisationId, month, alsoRead)
        if (!row) throw noSuchMonth()
        return row
      }),
    months: createSnapshotMonths(database, records),
    comparisons: createMonthComparisons({ ...deps, memory }),
    files: createMonthFiles({ ...deps, memory }),
    measureMemory: memory.measure,
    async close() {
      clearInterval(forgetting)
      await memory.close()
    },
  }
}

async function loadFound(
  memory: SnapshotMemory,
  organisationId: string,
  find: () => Promise<SnapshotRow>,
): Promise<LoadedSnapshot> {
  let tried: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    const row = await find()
    try {
      return await memory.load(organisationId, row)
    } catch (error) {
      if (tried === row.fileKey || attempt === ATTEMPTS) throw error
      tried = row.fileKey
    }
  }
}

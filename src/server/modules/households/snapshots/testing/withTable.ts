import { createSnapshotEngine, type Use } from '../engine/engine'
import { snapshotPath, snapshotsFolder } from '../files'
import type { LoadedSnapshot } from '../snapshot'

/** For tests and benches: SQL over a snapshot, in an engine of its own. */
export async function withTable<T>(
  dataFolder: string,
  { version, householdCount, wards, rates }: LoadedSnapshot,
  work: (use: Use) => Promise<T>,
): Promise<T> {
  const folder = snapshotsFolder(dataFolder)
  const engine = await createSnapshotEngine({ folder, memoryMegabytes: 2_000 })
  const wardCodes = wards.map((ward) => ward.code)
  try {
    return await work(
      engine.use({ key: version, path: snapshotPath(folder, version), householdCount, wardCodes, rates }),
    )
  } finally {
    engine.close()
  }
}

import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { snapshots } from '../../db/schema'

/** A snapshot's row without its wards, which are large: what every request reads. */
const row = {
  id: snapshots.id,
  month: snapshots.month,
  fileKey: snapshots.fileKey,
  householdCount: snapshots.householdCount,
}

export interface SnapshotRow {
  readonly id: string
  readonly month: string
  readonly fileKey: string
  readonly householdCount: number
}

/** The latest snapshot, or that of `month`. */
export async function findSnapshot(tx: Tx, organisationId: string, month?: string): Promise<SnapshotRow | undefined> {
  const own = eq(snapshots.organisationId, organisationId)
  const [found] = await tx
    .select(row)
    .from(snapshots)
    .where(month === undefined ? own : and(own, eq(snapshots.month, month)))
    .orderBy(desc(snapshots.month))
    .limit(1)
  return found
}

/** The wards of a snapshot as stored; undefined when another file has taken its place since. */
export async function wardsOf(tx: Tx, snapshotId: string, fileKey: string): Promise<unknown> {
  const [found] = await tx
    .select({ wards: snapshots.wards })
    .from(snapshots)
    .where(and(eq(snapshots.id, snapshotId), eq(snapshots.fileKey, fileKey)))
  return found?.wards
}

import { and, asc, between, desc, eq, inArray, lt, max, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { snapshots } from '../../../db/schema'

/** Without the wards, which are large. */
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

/** The snapshot of a month, by default the latest. */
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

/** Inclusive, in order. */
export const monthsBetween = (tx: Tx, organisationId: string, { from, to }: { from: string; to: string }) =>
  tx
    .select({ month: snapshots.month, fileKey: snapshots.fileKey })
    .from(snapshots)
    .where(and(eq(snapshots.organisationId, organisationId), between(snapshots.month, from, to)))
    .orderBy(asc(snapshots.month))

/** Inclusive, in order. */
export const sizesBetween = (tx: Tx, organisationId: string, { from, to }: { from: string; to: string }) =>
  tx
    .select({ month: snapshots.month, households: snapshots.householdCount })
    .from(snapshots)
    .where(and(eq(snapshots.organisationId, organisationId), between(snapshots.month, from, to)))
    .orderBy(asc(snapshots.month))

/** Newest first. */
export const allMonths = (tx: Tx, organisationId: string) =>
  tx
    .select({ month: snapshots.month, householdCount: snapshots.householdCount, importedAt: snapshots.importedAt })
    .from(snapshots)
    .where(eq(snapshots.organisationId, organisationId))
    .orderBy(desc(snapshots.month))

/** Replaces a row's file. @returns false where an import already did */
export async function replaceFile(
  tx: Tx,
  { id, fileKey: before }: Pick<SnapshotRow, 'id' | 'fileKey'>,
  file: Pick<SnapshotRow, 'fileKey' | 'householdCount'>,
): Promise<boolean> {
  const replaced = await tx
    .update(snapshots)
    .set(file)
    .where(and(eq(snapshots.id, id), eq(snapshots.fileKey, before)))
    .returning({ id: snapshots.id })
  return replaced.length > 0
}

/** The latest month not after this one, else the latest. Its wards as text: nothing here needs them read. */
export async function monthToCompareWith(tx: Tx, organisationId: string, month: string) {
  const [found] = await tx
    .select({
      month: snapshots.month,
      fileKey: snapshots.fileKey,
      wards: sql<string>`${snapshots.wards}::text`,
      authorityCode: sql<string | null>`${snapshots.wards} -> 0 ->> 'localAuthorityCode'`,
      authorityName: sql<string | null>`${snapshots.wards} -> 0 ->> 'localAuthorityName'`,
    })
    .from(snapshots)
    .where(eq(snapshots.organisationId, organisationId))
    .orderBy(sql`${snapshots.month} > ${month}`, desc(snapshots.month))
    .limit(1)
  return found
}

/** Undefined when the file was replaced. */
export async function readWards(tx: Tx, snapshotId: string, fileKey: string): Promise<unknown> {
  const [found] = await tx
    .select({ wards: snapshots.wards })
    .from(snapshots)
    .where(and(eq(snapshots.id, snapshotId), eq(snapshots.fileKey, fileKey)))
  return found?.wards
}

/** Whether a row names the file. */
export async function isFileTaken(tx: Tx, fileKey: string): Promise<boolean> {
  const found = await tx.select({ id: snapshots.id }).from(snapshots).where(eq(snapshots.fileKey, fileKey))
  return found.length > 0
}

/** The keys that a row names. */
export const takenAmong = async (tx: Tx, fileKeys: string[]): Promise<string[]> =>
  (await tx.select({ fileKey: snapshots.fileKey }).from(snapshots).where(inArray(snapshots.fileKey, fileKeys))).map(
    ({ fileKey }) => fileKey,
  )

/** Keys of every month's file. */
export const fileKeys = async (tx: Tx, organisationId: string): Promise<string[]> =>
  (
    await tx.select({ fileKey: snapshots.fileKey }).from(snapshots).where(eq(snapshots.organisationId, organisationId))
  ).map(({ fileKey }) => fileKey)

/** Deletes months before this one, but never the latest. @returns their file keys */
export async function deleteMonths(tx: Tx, organisationId: string, before: string): Promise<string[]> {
  const own = eq(snapshots.organisationId, organisationId)
  const latest = tx
    .select({ month: max(snapshots.month) })
    .from(snapshots)
    .where(own)
  const gone = await tx
    .delete(snapshots)
    .where(and(own, lt(snapshots.month, before), lt(snapshots.month, sql`(${latest})`)))
    .returning({ fileKey: snapshots.fileKey })
  return gone.map(({ fileKey }) => fileKey)
}

/** Inserts or replaces a month. @param row.wardsJson as text: nothing here needs them read. @returns the replaced file's key */
export async function saveSnapshot(
  tx: Tx,
  row: { organisationId: string; month: string; fileKey: string; householdCount: number; wardsJson: string },
): Promise<string | undefined> {
  const [previous] = await tx
    .select({ fileKey: snapshots.fileKey })
    .from(snapshots)
    .where(and(eq(snapshots.organisationId, row.organisationId), eq(snapshots.month, row.month)))
    .for('update')
  const { wardsJson, ...known } = row
  const { fileKey, householdCount } = known
  const wards = sql`${wardsJson}::jsonb`
  await tx
    .insert(snapshots)
    .values({ ...known, wards })
    .onConflictDoUpdate({
      target: [snapshots.organisationId, snapshots.month],
      set: { fileKey, householdCount, wards, importedAt: sql`now()` },
    })
  return previous?.fileKey
}

import { and, asc, between, desc, eq, inArray, isNotNull, isNull, lt, max, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { snapshots } from '../../../db/schema'
import type { SnapshotFile } from './files'

const file = { fileKey: snapshots.fileKey, fileDigest: snapshots.fileDigest }

/** Wards are large. */
const row = {
  id: snapshots.id,
  month: snapshots.month,
  ...file,
  householdCount: snapshots.householdCount,
}

export interface SnapshotRow extends SnapshotFile {
  readonly id: string
  readonly month: string
  readonly householdCount: number
}

const own = (organisationId: string) => eq(snapshots.organisationId, organisationId)

const inUse = (organisationId: string) => and(own(organisationId), isNull(snapshots.replacedAt))

/** By default the latest month. */
export async function findSnapshot(tx: Tx, organisationId: string, month?: string): Promise<SnapshotRow | undefined> {
  const [found] = await tx
    .select(row)
    .from(snapshots)
    .where(and(inUse(organisationId), month === undefined ? undefined : eq(snapshots.month, month)))
    .orderBy(desc(snapshots.month))
    .limit(1)
  return found
}

/** All that is stored, also what was replaced. */
export const listStored = (tx: Tx, organisationId: string): Promise<SnapshotRow[]> =>
  tx.select(row).from(snapshots).where(own(organisationId))

/** A stored month, in use or replaced. */
export async function findStored(tx: Tx, id: string): Promise<SnapshotRow | undefined> {
  const [found] = await tx.select(row).from(snapshots).where(eq(snapshots.id, id))
  return found
}

export interface MonthRange {
  readonly from: string
  readonly to: string
  /** Replaced files too, as a second file of their month. */
  readonly withReplaced?: boolean
}

/** Inclusive, in order. */
export const monthsBetween = (tx: Tx, organisationId: string, { from, to, withReplaced = false }: MonthRange) =>
  tx
    .select({ month: snapshots.month, ...file })
    .from(snapshots)
    .where(and(withReplaced ? own(organisationId) : inUse(organisationId), between(snapshots.month, from, to)))
    .orderBy(asc(snapshots.month))

/** Inclusive, in order. */
export const sizesBetween = (tx: Tx, organisationId: string, { from, to }: { from: string; to: string }) =>
  tx
    .select({ month: snapshots.month, households: snapshots.householdCount })
    .from(snapshots)
    .where(and(inUse(organisationId), between(snapshots.month, from, to)))
    .orderBy(asc(snapshots.month))

/** Newest first. */
export const allMonths = (tx: Tx, organisationId: string) =>
  tx
    .select({ month: snapshots.month, householdCount: snapshots.householdCount, importedAt: snapshots.importedAt })
    .from(snapshots)
    .where(inUse(organisationId))
    .orderBy(desc(snapshots.month))

/** Replaces a row's file. @returns false where an import already did */
export async function replaceFile(
  tx: Tx,
  { id, fileKey: before }: Pick<SnapshotRow, 'id' | 'fileKey'>,
  by: SnapshotFile & Pick<SnapshotRow, 'householdCount'>,
): Promise<boolean> {
  const replaced = await tx
    .update(snapshots)
    .set(by)
    .where(and(eq(snapshots.id, id), eq(snapshots.fileKey, before)))
    .returning({ id: snapshots.id })
  return replaced.length > 0
}

/** The latest month not after this one, else the latest; wards as text. */
export async function monthToCompareWith(tx: Tx, organisationId: string, month: string) {
  const [found] = await tx
    .select({
      month: snapshots.month,
      ...file,
      wards: sql<string>`${snapshots.wards}::text`,
      authorityCode: sql<string | null>`${snapshots.wards} -> 0 ->> 'localAuthorityCode'`,
      authorityName: sql<string | null>`${snapshots.wards} -> 0 ->> 'localAuthorityName'`,
    })
    .from(snapshots)
    .where(inUse(organisationId))
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

/** Whether the file is in use; it then stays so until the transaction ends. */
export async function holdInUse(tx: Tx, fileKey: string): Promise<boolean> {
  const found = await tx
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(and(eq(snapshots.fileKey, fileKey), isNull(snapshots.replacedAt)))
    .for('share')
  return found.length > 0
}

/** Whether a row names the file. */
export async function isFileTaken(tx: Tx, fileKey: string): Promise<boolean> {
  const found = await tx.select({ id: snapshots.id }).from(snapshots).where(eq(snapshots.fileKey, fileKey))
  return found.length > 0
}

/** Keys of months in use. */
export const usedAmong = async (tx: Tx, fileKeys: string[]): Promise<string[]> =>
  (
    await tx
      .select({ fileKey: snapshots.fileKey })
      .from(snapshots)
      .where(and(inArray(snapshots.fileKey, fileKeys), isNull(snapshots.replacedAt)))
  ).map(({ fileKey }) => fileKey)

/** Keys of every file. */
export const fileKeys = async (tx: Tx, organisationId: string): Promise<string[]> =>
  (await listStored(tx, organisationId)).map(({ fileKey }) => fileKey)

/** Never deletes the latest month. @returns file keys */
export async function deleteMonths(tx: Tx, organisationId: string, before: string): Promise<string[]> {
  const latest = tx
    .select({ month: max(snapshots.month) })
    .from(snapshots)
    .where(inUse(organisationId))
  const gone = await tx
    .delete(snapshots)
    .where(and(own(organisationId), lt(snapshots.month, before), lt(snapshots.month, sql`(${latest})`)))
    .returning({ fileKey: snapshots.fileKey })
  return gone.map(({ fileKey }) => fileKey)
}

/** Deletes replaced months, at all or before a time. @returns file keys */
export async function deleteReplaced(tx: Tx, organisationId: string, before?: Date): Promise<string[]> {
  const gone = await tx
    .delete(snapshots)
    .where(
      and(
        own(organisationId),
        isNotNull(snapshots.replacedAt),
        before === undefined ? undefined : lt(snapshots.replacedAt, before),
      ),
    )
    .returning({ fileKey: snapshots.fileKey })
  return gone.map(({ fileKey }) => fileKey)
}

export interface NewSnapshot extends SnapshotFile {
  readonly organisationId: string
  readonly month: string
  readonly householdCount: number
  /** Unparsed: nothing here needs it. */
  readonly wardsJson: string
  readonly replacesContacts: boolean
}

/**
 * Inserts a month as the last publication; only the one it replaces stays stored.
 * @returns whether it replaces one, and the keys of files no longer stored
 */
export async function saveSnapshot(
  tx: Tx,
  { wardsJson, replacesContacts, ...known }: NewSnapshot,
): Promise<{ readonly isReplaced: boolean; readonly goneKeys: readonly string[] }> {
  const { organisationId, month } = known
  // Serialises publications.
  const before = await tx
    .update(snapshots)
    .set({ replacedContacts: null })
    .where(own(organisationId))
    .returning({ id: snapshots.id })
  const goneKeys = await deleteReplaced(tx, organisationId)
  const replaced = await tx
    .update(snapshots)
    .set({ replacedAt: sql`now()` })
    .where(and(inUse(organisationId), eq(snapshots.month, month)))
    .returning({ id: snapshots.id })
  await tx.insert(snapshots).values({
    ...known,
    wards: sql`${wardsJson}::jsonb`,
    replacedContacts: before.length === 0 ? null : replacesContacts,
  })
  return { isReplaced: replaced.length > 0, goneKeys }
}

const publication = {
  id: snapshots.id,
  month: snapshots.month,
  fileKey: snapshots.fileKey,
  publishedAt: snapshots.importedAt,
  replacedContacts: snapshots.replacedContacts,
}

/** The last publication, if it can be undone. */
export async function findPublication(tx: Tx, organisationId: string) {
  const [found] = await tx
    .select(publication)
    .from(snapshots)
    .where(and(inUse(organisationId), isNotNull(snapshots.replacedContacts)))
  return found
}
export type Publication = NonNullable<Awaited<ReturnType<typeof findPublication>>>

/** Locked. Undefined once it is not the last. */
export async function lockPublication(tx: Tx, id: string): Promise<Publication | undefined> {
  const [found] = await tx
    .select(publication)
    .from(snapshots)
    .where(and(eq(snapshots.id, id), isNotNull(snapshots.replacedContacts)))
    .for('update')
  return found
}

/** What an undo brings back: the replaced month, else the latest other. */
export async function findMonthBefore(tx: Tx, organisationId: string, last: string): Promise<SnapshotRow | undefined> {
  const [found] = await tx
    .select(row)
    .from(snapshots)
    .where(and(own(organisationId), ne(snapshots.id, last)))
    .orderBy(sql`${snapshots.replacedAt} is null`, desc(snapshots.month))
    .limit(1)
  return found
}

/** Deletes the last publication and restores what it replaced. */
export async function undoPublication(tx: Tx, organisationId: string, id: string): Promise<void> {
  await tx.delete(snapshots).where(eq(snapshots.id, id))
  await tx
    .update(snapshots)
    .set({ replacedAt: null })
    .where(and(own(organisationId), isNotNull(snapshots.replacedAt)))
}

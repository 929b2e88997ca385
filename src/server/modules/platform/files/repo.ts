import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { uploads } from '../../../db/schema'

export type UploadRow = Omit<typeof uploads.$inferInsert, 'isOpen'>

/** Serialises an organisation's requests, so that none passes another's check. */
export const lockUploads = (tx: Tx, organisationId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${organisationId}`}, 0))`)

/** Allowed at a day's addresses. */
export async function sumBytes(tx: Tx, organisationId: string, day: string): Promise<number> {
  const [sum] = await tx
    .select({ bytes: sql`coalesce(sum(${uploads.bytes}), 0)`.mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.organisationId, organisationId), eq(uploads.day, day)))
  return sum?.bytes ?? 0
}

/** Notes addresses, open. */
export const addUploads = (tx: Tx, rows: UploadRow[]) => tx.insert(uploads).values(rows)

/** Awaited size at a key; undefined when none is. */
export async function findOpen(tx: Tx, key: string): Promise<number | undefined> {
  const [found] = await tx
    .select({ bytes: uploads.bytes })
    .from(uploads)
    .where(and(eq(uploads.key, key), uploads.isOpen))
  return found?.bytes
}

/** For good. */
export const closeUploads = (tx: Tx, keys: readonly string[]) =>
  tx
    .update(uploads)
    .set({ isOpen: false })
    .where(inArray(uploads.key, [...keys]))

/** Forgets earlier days. */
export const deleteBefore = (tx: Tx, day: string) => tx.delete(uploads).where(lt(uploads.day, day))

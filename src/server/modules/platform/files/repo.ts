import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { uploads } from '../../../db/schema'

export type UploadRow = Omit<typeof uploads.$inferInsert, 'isOpen'>

/** Of an organisation's requests at once none passes the check of another. */
export const lockUploads = (tx: Tx, organisationId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${organisationId}`}, 0))`)

/** Bytes that an organisation's addresses of a day take. */
export async function sumBytes(tx: Tx, organisationId: string, day: string): Promise<number> {
  const [sum] = await tx
    .select({ bytes: sql`coalesce(sum(${uploads.bytes}), 0)`.mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.organisationId, organisationId), eq(uploads.day, day)))
  return sum?.bytes ?? 0
}

/** Notes addresses, open. */
export const addUploads = (tx: Tx, rows: UploadRow[]) => tx.insert(uploads).values(rows)

/** Whether a file is awaited at a key. */
export async function isOpen(tx: Tx, key: string): Promise<boolean> {
  const [found] = await tx.select({ isOpen: uploads.isOpen }).from(uploads).where(eq(uploads.key, key))
  return found?.isOpen ?? false
}

/** For good. */
export const closeUploads = (tx: Tx, keys: readonly string[]) =>
  tx
    .update(uploads)
    .set({ isOpen: false })
    .where(inArray(uploads.key, [...keys]))

/** Forgets earlier days. */
export const deleteBefore = (tx: Tx, day: string) => tx.delete(uploads).where(lt(uploads.day, day))

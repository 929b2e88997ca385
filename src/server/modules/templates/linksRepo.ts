import { and, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { filterLinks } from '../../db/schema'

/** Keeps a link's rows. */
export const insert = (tx: Tx, link: typeof filterLinks.$inferInsert) => tx.insert(filterLinks).values(link)

/** The rows of a link that holds now, not yet parsed. */
export async function rowsOf(tx: Tx, organisationId: string, code: string, now: Date) {
  const [found] = await tx
    .select({ rows: filterLinks.rows })
    .from(filterLinks)
    .where(
      and(eq(filterLinks.organisationId, organisationId), eq(filterLinks.code, code), gt(filterLinks.expiresAt, now)),
    )
  return found
}

/** Every link of an organisation. */
export const allRows = (tx: Tx, organisationId: string) =>
  tx
    .select({ code: filterLinks.code, rows: filterLinks.rows, expiresAt: filterLinks.expiresAt })
    .from(filterLinks)
    .where(eq(filterLinks.organisationId, organisationId))

/** Stores a link's rows. */
export const setRows = (tx: Tx, code: string, rows: unknown) =>
  tx.update(filterLinks).set({ rows }).where(eq(filterLinks.code, code))

/** Deletes expired links, of every organisation. */
export const deleteExpired = (tx: Tx, now: Date) => tx.delete(filterLinks).where(lte(filterLinks.expiresAt, now))

import { and, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { filterLinks } from '../../../db/schema'

/** Stores a link. */
export const insertLink = (tx: Tx, link: typeof filterLinks.$inferInsert) => tx.insert(filterLinks).values(link)

/** A valid link, unparsed. */
export async function findLink(tx: Tx, organisationId: string, code: string, now: Date) {
  const [found] = await tx
    .select({ rows: filterLinks.rows, view: filterLinks.view })
    .from(filterLinks)
    .where(
      and(eq(filterLinks.organisationId, organisationId), eq(filterLinks.code, code), gt(filterLinks.expiresAt, now)),
    )
  return found
}

/** An organisation's links. */
export const listLinkRows = (tx: Tx, organisationId: string) =>
  tx
    .select({ code: filterLinks.code, rows: filterLinks.rows, expiresAt: filterLinks.expiresAt })
    .from(filterLinks)
    .where(eq(filterLinks.organisationId, organisationId))

/** Stores a link's rows. */
export const replaceLinkRows = (tx: Tx, code: string, rows: unknown) =>
  tx.update(filterLinks).set({ rows }).where(eq(filterLinks.code, code))

/** Deletes expired links of all organisations. */
export const deleteExpired = (tx: Tx, now: Date) => tx.delete(filterLinks).where(lte(filterLinks.expiresAt, now))

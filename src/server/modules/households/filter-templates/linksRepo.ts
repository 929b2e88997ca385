import { and, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { filterLinks } from '../../../db/schema'

/** Stores a link, which the index has. */
export const insertLink = (tx: Tx, link: typeof filterLinks.$inferInsert) =>
  tx.insert(filterLinks).values({ ...link, isIndexed: true })

/** So that links made at once are counted one after the other. */
export const lockLinks = (tx: Tx, ownerId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`filter-links ${ownerId}`}, 0))`)

/** Deletes all but the owner's links that were opened or made last. @returns when the deleted ones expire */
export async function deleteLongestUnopened(
  tx: Tx,
  { organisationId, ownerId }: { readonly organisationId: string; readonly ownerId: string },
  most: number,
): Promise<{ expiresAt: Date }[]> {
  const ofOwner = and(eq(filterLinks.organisationId, organisationId), eq(filterLinks.ownerId, ownerId))
  const surplus = tx
    .select({ code: filterLinks.code })
    .from(filterLinks)
    .where(ofOwner)
    .orderBy(desc(filterLinks.openedAt), desc(filterLinks.expiresAt))
    .offset(most)
  return tx
    .delete(filterLinks)
    .where(and(ofOwner, inArray(filterLinks.code, surplus)))
    .returning({ expiresAt: filterLinks.expiresAt })
}

/** A valid link, unparsed, which counts as opened. */
export async function openLink(tx: Tx, organisationId: string, code: string, now: Date) {
  const [found] = await tx
    .update(filterLinks)
    .set({ openedAt: now })
    .where(
      and(eq(filterLinks.organisationId, organisationId), eq(filterLinks.code, code), gt(filterLinks.expiresAt, now)),
    )
    .returning({ rows: filterLinks.rows, view: filterLinks.view })
  return found
}

/** Those with these codes, and those that the index lacks. */
export const listLinks = (tx: Tx, organisationId: string, codes: readonly string[]) =>
  tx
    .select({ code: filterLinks.code, isIndexed: filterLinks.isIndexed, expiresAt: filterLinks.expiresAt })
    .from(filterLinks)
    .where(
      and(
        eq(filterLinks.organisationId, organisationId),
        or(eq(filterLinks.isIndexed, false), inArray(filterLinks.code, [...codes])),
      ),
    )

/** A link's rows, unparsed and locked. */
export async function lockRows(tx: Tx, code: string): Promise<unknown> {
  const [found] = await tx
    .select({ rows: filterLinks.rows })
    .from(filterLinks)
    .where(eq(filterLinks.code, code))
    .for('update')
  return found?.rows
}

/** Stores a link's rows. */
export const replaceRows = (tx: Tx, code: string, rows: unknown) =>
  tx.update(filterLinks).set({ rows }).where(eq(filterLinks.code, code))

/** A link of any organisation that the index lacks. */
export async function findUnindexed(tx: Tx) {
  const [found] = await tx
    .select({ code: filterLinks.code, organisationId: filterLinks.organisationId, rows: filterLinks.rows })
    .from(filterLinks)
    .where(eq(filterLinks.isIndexed, false))
    .limit(1)
  return found
}

/** The index has the link. */
export const markIndexed = (tx: Tx, code: string) =>
  tx.update(filterLinks).set({ isIndexed: true }).where(eq(filterLinks.code, code))

/** Deletes expired links of all organisations. */
export const deleteExpired = (tx: Tx, now: Date) => tx.delete(filterLinks).where(lte(filterLinks.expiresAt, now))

import { and, arrayContains, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { TextView } from '#contract/campaigns/receivedTexts'
import type { Tx } from '../../../db/engine'
import { receivedTexts } from '../../../db/schema'

export type TextRow = typeof receivedTexts.$inferSelect

const ownedBy = (organisationId: string) => eq(receivedTexts.organisationId, organisationId)
const isText = (organisationId: string, id: string) => and(ownedBy(organisationId), eq(receivedTexts.notifyId, id))

/** @returns false for a text that came before */
export async function insertText(tx: Tx, row: typeof receivedTexts.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(receivedTexts)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: receivedTexts.notifyId })
  return inserted.length > 0
}

/** Longest waiting first; done ones latest first. */
export async function listTexts(
  tx: Tx,
  organisationId: string,
  view: TextView,
  limit: number,
): Promise<{ total: number; rows: TextRow[] }> {
  const where = and(
    ownedBy(organisationId),
    view === 'done' ? isNotNull(receivedTexts.doneAt) : isNull(receivedTexts.doneAt),
  )
  const order = view === 'done' ? desc(receivedTexts.doneAt) : asc(receivedTexts.receivedAt)
  const rows = await tx
    .select()
    .from(receivedTexts)
    .where(where)
    .orderBy(order, asc(receivedTexts.notifyId))
    .limit(limit)
  return { total: await tx.$count(receivedTexts, where), rows }
}

/** @param doneBy null: it is not done. The first who did it stays. @returns false without such a text */
export async function noteText(tx: Tx, organisationId: string, id: string, doneBy: string | null): Promise<boolean> {
  const noted = await tx
    .update(receivedTexts)
    .set(
      doneBy === null
        ? { doneAt: null, doneBy: null }
        : {
            doneAt: sql`coalesce(${receivedTexts.doneAt}, now())`,
            doneBy: sql`coalesce(${receivedTexts.doneBy}, ${doneBy})`,
          },
    )
    .where(isText(organisationId, id))
    .returning({ id: receivedTexts.notifyId })
  return noted.length > 0
}

/**
 * Texts from a household's number while it was its own, and those that were no household's, latest first.
 * @param number as +447…
 */
export const findTextsOf = (tx: Tx, organisationId: string, reference: string, number: string | undefined) =>
  tx
    .select()
    .from(receivedTexts)
    .where(
      and(
        ownedBy(organisationId),
        or(
          arrayContains(receivedTexts.householdReferences, [reference]),
          number === undefined
            ? undefined
            : and(eq(receivedTexts.number, number), eq(receivedTexts.householdReferences, [])),
        ),
      ),
    )
    .orderBy(desc(receivedTexts.receivedAt))

/** Whose each text is. */
export const listTextOwners = (tx: Tx, organisationId: string) =>
  tx
    .select({
      id: receivedTexts.notifyId,
      number: receivedTexts.number,
      references: receivedTexts.householdReferences,
    })
    .from(receivedTexts)
    .where(ownedBy(organisationId))

/** Leaves a text to some of its households. */
export const changeTextOwners = (tx: Tx, organisationId: string, id: string, householdReferences: string[]) =>
  tx.update(receivedTexts).set({ householdReferences }).where(isText(organisationId, id))

/** Deletes texts. */
export const deleteTexts = (tx: Tx, organisationId: string, ids: readonly string[]) =>
  tx.delete(receivedTexts).where(and(ownedBy(organisationId), inArray(receivedTexts.notifyId, [...ids])))

/** Deletes texts that were done before a moment. @returns how many */
export async function deleteDone(tx: Tx, organisationId: string, before: Date): Promise<number> {
  const deleted = await tx
    .delete(receivedTexts)
    .where(and(ownedBy(organisationId), lt(receivedTexts.doneAt, before)))
    .returning({ id: receivedTexts.notifyId })
  return deleted.length
}

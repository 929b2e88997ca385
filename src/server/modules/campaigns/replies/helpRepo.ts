import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { HelpView } from '#contract/campaigns/replies'
import type { Tx } from '../../../db/engine'
import { helpRequests } from '../../../db/schema'

export type HelpRow = typeof helpRequests.$inferSelect
export type HelpChange = Partial<Pick<HelpRow, 'note' | 'owner' | 'callBackOn'>>

const ownedBy = (organisationId: string) => eq(helpRequests.organisationId, organisationId)
const ofHousehold = (organisationId: string, reference: string) =>
  and(ownedBy(organisationId), eq(helpRequests.householdReference, reference))

/** Opens a request, perhaps again. */
export async function openRequest(
  tx: Tx,
  organisationId: string,
  householdReference: string,
  change: HelpChange,
): Promise<void> {
  await tx
    .insert(helpRequests)
    .values({ organisationId, householdReference, ...change })
    .onConflictDoUpdate({
      target: [helpRequests.organisationId, helpRequests.householdReference],
      set: { ...change, askedAt: sql`now()`, doneAt: null },
    })
}

/** @returns false where the household asked for no help */
export async function changeRequest(
  tx: Tx,
  organisationId: string,
  reference: string,
  { isDone, ...change }: HelpChange & { readonly isDone: boolean | undefined },
): Promise<boolean> {
  const doneAt = isDone === undefined ? {} : { doneAt: isDone ? sql`coalesce(${helpRequests.doneAt}, now())` : null }
  const changed = await tx
    .update(helpRequests)
    // Something is set in any case.
    .set({ ...change, ...doneAt, householdReference: reference })
    .where(ofHousehold(organisationId, reference))
    .returning({ reference: helpRequests.householdReference })
  return changed.length > 0
}

/** Requests of any of the households. */
export const findRequests = (tx: Tx, organisationId: string, references: readonly string[]): Promise<HelpRow[]> =>
  references.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(helpRequests)
        .where(and(ownedBy(organisationId), inArray(helpRequests.householdReference, [...references])))

/** @param today calls due by then come first, then the longest waits, then later days */
export async function listRequests(
  tx: Tx,
  {
    organisationId,
    view,
    email,
    today,
  }: { readonly organisationId: string; readonly view: HelpView; readonly email: string; readonly today: string },
  limit: number,
): Promise<{ total: number; rows: HelpRow[] }> {
  const where = and(
    ownedBy(organisationId),
    view === 'done' ? isNotNull(helpRequests.doneAt) : isNull(helpRequests.doneAt),
    view === 'mine' ? eq(helpRequests.owner, email) : undefined,
  )
  const turn = sql`case when ${helpRequests.callBackOn} <= ${today}::date then 0
    when ${helpRequests.callBackOn} is null then 1 else 2 end`
  const order =
    view === 'done' ? [desc(helpRequests.doneAt)] : [asc(turn), asc(helpRequests.callBackOn), asc(helpRequests.askedAt)]
  const rows = await tx
    .select()
    .from(helpRequests)
    .where(where)
    .orderBy(...order, asc(helpRequests.householdReference))
    .limit(limit)
  return { total: await tx.$count(helpRequests, where), rows }
}

/** Households that have a request. */
export async function listReferences(tx: Tx, organisationId: string): Promise<string[]> {
  const found = await tx
    .select({ reference: helpRequests.householdReference })
    .from(helpRequests)
    .where(ownedBy(organisationId))
  return found.map(({ reference }) => reference)
}

/** Deletes requests of households. */
export const deleteRequests = (tx: Tx, organisationId: string, references: readonly string[]) =>
  tx.delete(helpRequests).where(and(ownedBy(organisationId), inArray(helpRequests.householdReference, [...references])))

/** Deletes requests that were done before a moment. @returns how many */
export async function deleteDone(tx: Tx, organisationId: string, before: Date): Promise<number> {
  const deleted = await tx
    .delete(helpRequests)
    .where(and(ownedBy(organisationId), lt(helpRequests.doneAt, before)))
    .returning({ reference: helpRequests.householdReference })
  return deleted.length
}

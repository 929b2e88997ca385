import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { NeedToKnowRules } from '#contract/households/needToKnow'
import type { Tx } from '../../../db/engine'
import { needToKnowRules, householdLooks } from '../../../db/schema'
import type { Proposal } from './proposals'

/** Undefined: everything is shown. */
export async function findColumnRules(
  tx: Tx,
  organisationId: string,
): Promise<typeof needToKnowRules.$inferSelect | undefined> {
  const [found] = await tx.select().from(needToKnowRules).where(eq(needToKnowRules.organisationId, organisationId))
  return found
}

/** Creates permissive ones if missing. */
export async function lockRules(tx: Tx, organisationId: string): Promise<typeof needToKnowRules.$inferSelect> {
  await tx.insert(needToKnowRules).values({ organisationId, roles: [], purposes: [] }).onConflictDoNothing()
  const [found] = await tx
    .select()
    .from(needToKnowRules)
    .where(eq(needToKnowRules.organisationId, organisationId))
    .for('update')
  if (!found) throw new Error('The rules were not stored.')
  return found
}

const NOTHING_PROPOSED = { proposed: null, proposedById: null, proposedBy: null }

/** Drops waiting rules, which went by the old ones. */
export const saveRules = (tx: Tx, organisationId: string, { roles, purposes }: NeedToKnowRules) =>
  tx
    .update(needToKnowRules)
    .set({ roles, purposes, ...NOTHING_PROPOSED })
    .where(eq(needToKnowRules.organisationId, organisationId))

/** Lets rules wait, in place of those that did; null for none. */
export const saveProposal = (tx: Tx, organisationId: string, proposal: Proposal | null) =>
  tx
    .update(needToKnowRules)
    .set(
      proposal
        ? { proposed: proposal.rules, proposedById: proposal.writtenById, proposedBy: proposal.writtenBy }
        : NOTHING_PROPOSED,
    )
    .where(eq(needToKnowRules.organisationId, organisationId))

/** Deletes earlier looks. @returns how many */
export async function deleteLooks(tx: Tx, organisationId: string, before: Date): Promise<number> {
  const gone = await tx
    .delete(householdLooks)
    .where(and(eq(householdLooks.organisationId, organisationId), lt(householdLooks.at, before)))
    .returning({ id: householdLooks.id })
  return gone.length
}

/** Who looked at a household, latest first. */
export const looksAt = (tx: Tx, organisationId: string, householdReference: string, limit: number) =>
  tx
    .select({
      at: householdLooks.at,
      actorEmail: householdLooks.actorEmail,
      actorRole: householdLooks.actorRole,
      place: householdLooks.place,
    })
    .from(householdLooks)
    .where(
      and(eq(householdLooks.organisationId, organisationId), eq(householdLooks.householdReference, householdReference)),
    )
    .orderBy(desc(householdLooks.at), desc(householdLooks.id))
    .limit(limit)

/** Households that were looked at. */
export const lookedAt = (tx: Tx, organisationId: string) =>
  tx
    .selectDistinct({ reference: householdLooks.householdReference })
    .from(householdLooks)
    .where(eq(householdLooks.organisationId, organisationId))

/** Deletes the looks at households. */
export const deleteLooksAt = (tx: Tx, organisationId: string, references: readonly string[]) =>
  tx
    .delete(householdLooks)
    .where(
      and(
        eq(householdLooks.organisationId, organisationId),
        sql`${householdLooks.householdReference} = any(${sql.param([...references])}::text[])`,
      ),
    )

/** Appends looks. */
export const addHouseholdLooks = (tx: Tx, looks: (typeof householdLooks.$inferInsert)[]) =>
  tx.insert(householdLooks).values(looks)

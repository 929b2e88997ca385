import { and, arrayContains, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { VisitSettings } from '#contract/campaigns/visits'
import type { Tx } from '../../../db/engine'
import { visitOutcomes, visitRounds, visitSettings } from '../../../db/schema'

/** Undefined until set. */
export async function settings(
  tx: Tx,
  organisationId: string,
): Promise<{ isOn: boolean; nameRoles: unknown } | undefined> {
  const [found] = await tx
    .select({ isOn: visitSettings.isOn, nameRoles: visitSettings.nameRoles })
    .from(visitSettings)
    .where(eq(visitSettings.organisationId, organisationId))
  return found
}

/** Replaces the settings. */
export function saveSettings(tx: Tx, organisationId: string, { is_on: isOn, name_roles: nameRoles }: VisitSettings) {
  const set = { isOn, nameRoles }
  return tx
    .insert(visitSettings)
    .values({ organisationId, ...set })
    .onConflictDoUpdate({ target: visitSettings.organisationId, set })
}

/** Stores a round. */
export const addRound = (tx: Tx, round: typeof visitRounds.$inferInsert) => tx.insert(visitRounds).values(round)

/** The person's own round. */
export async function findRound(tx: Tx, round: { organisationId: string; id: string; personId: string }) {
  const [found] = await tx
    .select()
    .from(visitRounds)
    .where(
      and(
        eq(visitRounds.organisationId, round.organisationId),
        eq(visitRounds.id, round.id),
        eq(visitRounds.personId, round.personId),
      ),
    )
  return found
}

/** Stores an outcome unless its id exists. @returns whether it is new */
export async function addOutcome(tx: Tx, outcome: typeof visitOutcomes.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(visitOutcomes).values(outcome).onConflictDoNothing().returning({ id: visitOutcomes.id })
  return rows.length === 1
}

/** Deletes rounds loaded earlier, with their outcomes. @returns how many */
export async function deleteRounds(tx: Tx, organisationId: string, before: Date): Promise<number> {
  const gone = await tx
    .delete(visitRounds)
    .where(and(eq(visitRounds.organisationId, organisationId), lt(visitRounds.loadedAt, before)))
    .returning({ id: visitRounds.id })
  return gone.length
}

/** The households of every round. */
export const referencesOfRounds = (tx: Tx, organisationId: string) =>
  tx
    .select({ id: visitRounds.id, references: visitRounds.householdReferences })
    .from(visitRounds)
    .where(eq(visitRounds.organisationId, organisationId))

/** Removes households, and the outcomes of their visits, from a round. */
export async function removeFromRound(
  tx: Tx,
  { organisationId, id }: { organisationId: string; id: string },
  references: string[],
): Promise<void> {
  const remaining = sql`array(select unnest(${visitRounds.householdReferences}) except select unnest(${sql.param(references)}::text[]))`
  await tx
    .update(visitRounds)
    .set({ householdReferences: remaining })
    .where(and(eq(visitRounds.organisationId, organisationId), eq(visitRounds.id, id)))
  await tx
    .delete(visitOutcomes)
    .where(
      and(
        eq(visitOutcomes.organisationId, organisationId),
        eq(visitOutcomes.roundId, id),
        inArray(visitOutcomes.householdReference, references),
      ),
    )
}

/** When rounds with a household were loaded, latest first. */
export const listRoundsWith = (tx: Tx, organisationId: string, reference: string) =>
  tx
    .select({ loadedAt: visitRounds.loadedAt })
    .from(visitRounds)
    .where(
      and(eq(visitRounds.organisationId, organisationId), arrayContains(visitRounds.householdReferences, [reference])),
    )
    .orderBy(desc(visitRounds.loadedAt))

/** A household's outcomes, latest first. */
export const listOutcomes = (tx: Tx, organisationId: string, reference: string) =>
  tx
    .select({ at: visitOutcomes.recordedAt, outcome: visitOutcomes.outcome, note: visitOutcomes.note })
    .from(visitOutcomes)
    .where(and(eq(visitOutcomes.organisationId, organisationId), eq(visitOutcomes.householdReference, reference)))
    .orderBy(desc(visitOutcomes.recordedAt))

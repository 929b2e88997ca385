import { and, arrayContains, asc, desc, eq, gt, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { VisitSettings } from '#contract/campaigns/visitSettings'
import type { VisitOutcomeName } from '#contract/households/visitOutcomes'
import type { Tx } from '../../../db/engine'
import { visitOutcomes, visitRounds, visitSettings } from '../../../db/schema'
import { knownPeople } from '../../organisations/people/fragments'

/** Undefined until set. */
export async function settings(
  tx: Tx,
  organisationId: string,
): Promise<{ isOn: boolean; nameRoles: unknown; namesADay: number; mayOpenMaps: boolean } | undefined> {
  const [found] = await tx
    .select({
      isOn: visitSettings.isOn,
      nameRoles: visitSettings.nameRoles,
      namesADay: visitSettings.namesADay,
      mayOpenMaps: visitSettings.mayOpenMaps,
    })
    .from(visitSettings)
    .where(eq(visitSettings.organisationId, organisationId))
  return found
}

/** Replaces the settings. */
export function saveSettings(tx: Tx, organisationId: string, settings: VisitSettings) {
  const set = {
    isOn: settings.is_on,
    nameRoles: settings.name_roles,
    namesADay: settings.names_a_day,
    mayOpenMaps: settings.may_open_maps,
  }
  return tx
    .insert(visitSettings)
    .values({ organisationId, ...set })
    .onConflictDoUpdate({ target: visitSettings.organisationId, set })
}

/** Stores a round, open for some hours. */
export const addRound = (
  tx: Tx,
  { hours, ...round }: Omit<typeof visitRounds.$inferInsert, 'endsAt'> & { readonly hours: number },
) => tx.insert(visitRounds).values({ ...round, endsAt: sql`now() + make_interval(hours => ${hours}::int)` })

export interface Walker {
  readonly organisationId: string
  readonly personId: string
}

const walkedBy = ({ organisationId, personId }: Walker) =>
  and(eq(visitRounds.organisationId, organisationId), eq(visitRounds.personId, personId))

/** Locks the organisation's rounds, so that two loads do not take the same doors. */
export const lockRounds = (tx: Tx, organisationId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`visit-rounds ${organisationId}`}, 0))`)

/** The households of all open rounds. */
export async function findInOpenRounds(tx: Tx, organisationId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ references: visitRounds.householdReferences })
    .from(visitRounds)
    .where(and(eq(visitRounds.organisationId, organisationId), gt(visitRounds.endsAt, sql`now()`)))
  return new Set(rows.flatMap(({ references }) => references))
}

export interface StoredVisit {
  readonly outcome: VisitOutcomeName
  readonly at: Date
  readonly note: string
  /** yyyy-mm-dd. */
  readonly callAgainOn: string | null
}

/** The last visit by household. @param references all households where undefined */
export async function findLastVisits(
  tx: Tx,
  organisationId: string,
  references?: readonly string[],
): Promise<ReadonlyMap<string, StoredVisit>> {
  const rows = await tx
    .selectDistinctOn([visitOutcomes.householdReference], {
      reference: visitOutcomes.householdReference,
      outcome: visitOutcomes.outcome,
      at: visitOutcomes.recordedAt,
      note: visitOutcomes.note,
      callAgainOn: visitOutcomes.callAgainOn,
    })
    .from(visitOutcomes)
    .where(
      and(
        eq(visitOutcomes.organisationId, organisationId),
        references && inArray(visitOutcomes.householdReference, [...references]),
      ),
    )
    .orderBy(asc(visitOutcomes.householdReference), desc(visitOutcomes.recordedAt), desc(visitOutcomes.receivedAt))
  return new Map(rows.map(({ reference, ...visit }) => [reference, visit]))
}

export interface VisitRow extends StoredVisit {
  readonly id: string
  readonly reference: string
  readonly officer: string
  /** Null: the provider's staff. */
  readonly email: string | null
}

/** London days, inclusive, latest first: each household of a round once, with its last outcome. */
export function listVisits(
  tx: Tx,
  organisationId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<VisitRow[]> {
  const known = knownPeople(tx)
  const last = tx
    .selectDistinctOn([visitOutcomes.roundId, visitOutcomes.householdReference], {
      id: visitOutcomes.id,
      reference: visitOutcomes.householdReference,
      outcome: visitOutcomes.outcome,
      at: visitOutcomes.recordedAt,
      note: visitOutcomes.note,
      callAgainOn: visitOutcomes.callAgainOn,
      officer: visitRounds.personId,
      email: known.email,
    })
    .from(visitOutcomes)
    .innerJoin(
      visitRounds,
      and(eq(visitRounds.organisationId, visitOutcomes.organisationId), eq(visitRounds.id, visitOutcomes.roundId)),
    )
    .leftJoin(known, eq(known.id, visitRounds.personId))
    .where(eq(visitOutcomes.organisationId, organisationId))
    .orderBy(
      asc(visitOutcomes.roundId),
      asc(visitOutcomes.householdReference),
      desc(visitOutcomes.recordedAt),
      desc(visitOutcomes.receivedAt),
    )
    .as('last')
  return tx
    .select()
    .from(last)
    .where(sql`(${last.at} at time zone 'Europe/London')::date between ${from}::date and ${to}::date`)
    .orderBy(desc(last.at), asc(last.reference), asc(last.id))
}

/** The person's open rounds, oldest first. */
export const listOpenRounds = (tx: Tx, walker: Walker) =>
  tx
    .select({
      id: visitRounds.id,
      households: sql<number>`cardinality(${visitRounds.householdReferences})`,
      loadedAt: visitRounds.loadedAt,
      endsAt: visitRounds.endsAt,
    })
    .from(visitRounds)
    .where(and(walkedBy(walker), gt(visitRounds.endsAt, sql`now()`)))
    .orderBy(asc(visitRounds.loadedAt))

/** Ends a round, unless it has ended. @returns whether it is the person's */
export async function markEnded(tx: Tx, { id, ...walker }: Walker & { readonly id: string }): Promise<boolean> {
  const rows = await tx
    .update(visitRounds)
    .set({ endsAt: sql`least(${visitRounds.endsAt}, now())` })
    .where(and(walkedBy(walker), eq(visitRounds.id, id)))
    .returning({ id: visitRounds.id })
  return rows.length === 1
}

const hasNamesOfToday = (walker: Walker) =>
  and(
    walkedBy(walker),
    isNotNull(visitRounds.newNames),
    gte(visitRounds.loadedAt, sql`date_trunc('day', now(), 'Europe/London')`),
  )

/** Households' names that today's rounds gave the person, including those erased since. */
export async function countNamesToday(tx: Tx, walker: Walker): Promise<number> {
  const [counted] = await tx
    .select({ names: sql<number>`coalesce(sum(${visitRounds.newNames}), 0)::int` })
    .from(visitRounds)
    .where(hasNamesOfToday(walker))
  return counted?.names ?? 0
}

/** Households whose names today's rounds gave the person. */
export async function findNamedToday(tx: Tx, walker: Walker): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ references: visitRounds.householdReferences })
    .from(visitRounds)
    .where(hasNamesOfToday(walker))
  return new Set(rows.flatMap(({ references }) => references))
}

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

/** Removes households and their outcomes from a round. */
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
    .select({
      at: visitOutcomes.recordedAt,
      outcome: visitOutcomes.outcome,
      note: visitOutcomes.note,
      callAgainOn: visitOutcomes.callAgainOn,
    })
    .from(visitOutcomes)
    .where(and(eq(visitOutcomes.organisationId, organisationId), eq(visitOutcomes.householdReference, reference)))
    .orderBy(desc(visitOutcomes.recordedAt))

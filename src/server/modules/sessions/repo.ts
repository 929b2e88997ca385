import { and, eq, exists, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/database'
import { maySignIn } from '../../db/demo'
import { organisationChoices, organisations, people, providerIdentity, sessions, signInAttempts } from '../../db/schema'

// ── sessions ──

const temporaryOrganisations = alias(organisations, 'temporary_organisations')

/** Adds a session. */
export const insertSession = (tx: Tx, session: typeof sessions.$inferInsert) => tx.insert(sessions).values(session)

/**
 * Sessions with their person and organisations, of those that have not expired and whose person may still sign in.
 * @param latest the end of a session that begins now: one that ends later was begun while the clock was ahead
 */
export function findLive(
  tx: Tx,
  idHashes: string[],
  { now, latest }: { now: Date; latest: Date },
  demoAccounts: boolean,
) {
  return tx
    .select({
      session: sessions,
      person: people,
      organisation: organisations,
      temporaryOrganisation: temporaryOrganisations,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .innerJoin(organisations, eq(organisations.id, sessions.organisationId))
    .leftJoin(temporaryOrganisations, eq(temporaryOrganisations.id, sessions.temporaryOrganisationId))
    .where(
      and(
        inArray(sessions.idHash, idHashes),
        gt(sessions.expiresAt, now),
        lte(sessions.expiresAt, latest),
        maySignIn(demoAccounts),
      ),
    )
}

/** Ends a session. @returns whose it was, or nothing when there was none. */
export const removeSession = (tx: Tx, idHash: string) =>
  tx.delete(sessions).where(eq(sessions.idHash, idHash)).returning({
    organisationId: sessions.organisationId,
    issuer: sessions.issuer,
    idToken: sessions.idToken,
  })

/** Removes the sessions that have expired. */
export const removeExpired = (tx: Tx, now: Date) =>
  tx.delete(sessions).where(sql`${sessions.expiresAt} <= ${now.toISOString()}`)

/** Sets what a session views as; null in both: itself. */
export const setView = (
  tx: Tx,
  idHash: string,
  view: Pick<typeof sessions.$inferSelect, 'temporaryOrganisationId' | 'temporaryRole'>,
) => tx.update(sessions).set(view).where(eq(sessions.idHash, idHash))

/** The organisation that a session was signed in to. */
export async function organisationOf(tx: Tx, idHash: string): Promise<string | undefined> {
  const [found] = await tx.select({ id: sessions.organisationId }).from(sessions).where(eq(sessions.idHash, idHash))
  return found?.id
}

/** Ends the sessions and attempts that the organisation's identity began, not those by the provider's. */
export async function endOfOrganisation(tx: Tx, organisationId: string): Promise<void> {
  const officers = tx.select({ id: people.id }).from(people).where(eq(people.organisationId, organisationId))
  const providers = tx.select({ issuer: providerIdentity.issuer }).from(providerIdentity)
  const isItsOwn = or(inArray(sessions.personId, officers), sql`${sessions.issuer} is distinct from (${providers})`)
  await tx.delete(sessions).where(and(eq(sessions.organisationId, organisationId), isItsOwn))
  await tx.delete(signInAttempts).where(eq(signInAttempts.organisationId, organisationId))
}

/** Ends the sessions, choices and attempts of the provider's staff. */
export async function endOfProvider(tx: Tx): Promise<void> {
  const staff = tx.select({ id: people.id }).from(people).where(isNull(people.organisationId))
  await tx.delete(sessions).where(inArray(sessions.personId, staff))
  await tx.delete(organisationChoices)
  await tx.delete(signInAttempts).where(isNull(signInAttempts.organisationId))
}

// ── sign-ins under way ──

/** Adds an attempt, and removes those that have expired. */
export async function insertAttempt(tx: Tx, attempt: typeof signInAttempts.$inferInsert): Promise<void> {
  await tx.delete(signInAttempts).where(sql`${signInAttempts.expiresAt} <= now()`)
  await tx.insert(signInAttempts).values(attempt)
}

/** Takes the attempt out: whatever comes of it, it is used. */
export async function takeAttempt(tx: Tx, idHash: string) {
  const [taken] = await tx
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.idHash, idHash), sql`${signInAttempts.expiresAt} > now()`))
    .returning()
  return taken
}

/** Adds a choice of an organisation, and removes those that have expired. */
export async function insertChoice(tx: Tx, choice: typeof organisationChoices.$inferInsert): Promise<void> {
  await tx.delete(organisationChoices).where(sql`${organisationChoices.expiresAt} <= now()`)
  await tx.insert(organisationChoices).values(choice)
}

/** Open for somebody who is still one of the provider's staff. */
function isOpenChoice(tx: Tx, idHash: string) {
  const { personId, expiresAt } = organisationChoices
  const staff = tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.organisationId)))
  return and(eq(organisationChoices.idHash, idHash), sql`${expiresAt} > now()`, exists(staff))
}

/** Whose choice it is, while it is open. */
export async function personChoosing(tx: Tx, idHash: string) {
  const [found] = await tx
    .select({ email: people.email })
    .from(organisationChoices)
    .innerJoin(people, eq(people.id, organisationChoices.personId))
    .where(isOpenChoice(tx, idHash))
  return found
}

/** Takes the choice out: it is made once. */
export async function takeChoice(tx: Tx, idHash: string) {
  const [taken] = await tx.delete(organisationChoices).where(isOpenChoice(tx, idHash)).returning()
  return taken
}

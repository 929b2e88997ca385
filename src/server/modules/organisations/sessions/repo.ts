import { and, eq, exists, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../db/engine'
import { maySignIn } from '../../../db/signInAllowed'
import {
  organisationChoices,
  organisations,
  people,
  providerIdentity,
  sessions,
  signInAttempts,
} from '../../../db/schema'

export type NewSession = typeof sessions.$inferInsert

const temporaryOrganisations = alias(organisations, 'temporary_organisations')

/** Under its hashed id. */
export const insertSession = (tx: Tx, session: NewSession) => tx.insert(sessions).values(session)

/** Sessions in force. @param latest the longest possible expiry: a later one was set by a clock ahead */
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
        or(isNull(people.organisationId), eq(people.organisationId, sessions.organisationId)),
      ),
    )
}

/** @returns what the issuer's sign-out needs */
export const removeSession = (tx: Tx, idHash: string) =>
  tx.delete(sessions).where(eq(sessions.idHash, idHash)).returning({
    organisationId: sessions.organisationId,
    issuer: sessions.issuer,
    idToken: sessions.idToken,
  })

/** Deletes expired sessions. */
export const removeExpired = (tx: Tx, now: Date) =>
  tx.delete(sessions).where(sql`${sessions.expiresAt} <= ${now.toISOString()}`)

/** Sets a session's view-as; nulls end it. */
export const setView = (
  tx: Tx,
  idHash: string,
  view: Pick<typeof sessions.$inferSelect, 'temporaryOrganisationId' | 'temporaryRole'>,
) => tx.update(sessions).set(view).where(eq(sessions.idHash, idHash))

/** The organisation signed in to, not in view. */
export async function findOrganisation(tx: Tx, idHash: string): Promise<string | undefined> {
  const [found] = await tx.select({ id: sessions.organisationId }).from(sessions).where(eq(sessions.idHash, idHash))
  return found?.id
}

/** Except provider staff's sessions. */
export async function endOfOrganisation(tx: Tx, organisationId: string): Promise<void> {
  const officers = tx.select({ id: people.id }).from(people).where(eq(people.organisationId, organisationId))
  const providers = tx.select({ issuer: providerIdentity.issuer }).from(providerIdentity)
  const isItsOwn = or(inArray(sessions.personId, officers), sql`${sessions.issuer} is distinct from (${providers})`)
  await tx.delete(sessions).where(and(eq(sessions.organisationId, organisationId), isItsOwn))
  await tx.delete(signInAttempts).where(eq(signInAttempts.organisationId, organisationId))
}

/** Ends sessions that view an organisation. */
export const deleteViews = (tx: Tx, organisationId: string) =>
  tx.delete(sessions).where(eq(sessions.temporaryOrganisationId, organisationId))

/** Ends everything of a person. @returns the number of sessions */
export async function endOfPerson(tx: Tx, personId: string, isStaff: boolean): Promise<number> {
  // Only staff have choices, and requests' role may not access them.
  if (isStaff) await tx.delete(organisationChoices).where(eq(organisationChoices.personId, personId))
  const ended = await tx.delete(sessions).where(eq(sessions.personId, personId)).returning({ id: sessions.idHash })
  return ended.length
}

/** Ends everything of provider staff. */
export async function endOfProvider(tx: Tx): Promise<void> {
  const staff = tx.select({ id: people.id }).from(people).where(isNull(people.organisationId))
  await tx.delete(sessions).where(inArray(sessions.personId, staff))
  await tx.delete(organisationChoices)
  await tx.delete(signInAttempts).where(isNull(signInAttempts.organisationId))
}

/** Inserts an attempt, purging expired ones. */
export async function insertAttempt(tx: Tx, attempt: typeof signInAttempts.$inferInsert): Promise<void> {
  await tx.delete(signInAttempts).where(sql`${signInAttempts.expiresAt} <= now()`)
  await tx.insert(signInAttempts).values(attempt)
}

/** Deletes and returns an attempt: it works once. */
export async function takeAttempt(tx: Tx, idHash: string) {
  const [taken] = await tx
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.idHash, idHash), sql`${signInAttempts.expiresAt} > now()`))
    .returning()
  return taken
}

/** Inserts a choice, purging expired ones. */
export async function insertChoice(tx: Tx, choice: typeof organisationChoices.$inferInsert): Promise<void> {
  await tx.delete(organisationChoices).where(sql`${organisationChoices.expiresAt} <= now()`)
  await tx.insert(organisationChoices).values(choice)
}

function isOpenChoice(tx: Tx, idHash: string) {
  const { personId, expiresAt } = organisationChoices
  const staff = tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.organisationId), isNull(people.removedAt)))
  return and(eq(organisationChoices.idHash, idHash), sql`${expiresAt} > now()`, exists(staff))
}

/** The person of an open choice. */
export async function personChoosing(tx: Tx, idHash: string) {
  const [found] = await tx
    .select({ email: people.email })
    .from(organisationChoices)
    .innerJoin(people, eq(people.id, organisationChoices.personId))
    .where(isOpenChoice(tx, idHash))
  return found
}

/** Deletes and returns a choice: it works once. */
export async function takeChoice(tx: Tx, idHash: string) {
  const [taken] = await tx.delete(organisationChoices).where(isOpenChoice(tx, idHash)).returning()
  return taken
}

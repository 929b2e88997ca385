import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { maySignIn } from '../../db/demo'
import { organisations, people, sessions } from '../../db/schema'
import { alias } from 'drizzle-orm/pg-core'

export type NewSession = typeof sessions.$inferInsert

const temporaryOrganisations = alias(organisations, 'temporary_organisations')

/** Adds a session. */
export const insert = (tx: Tx, session: NewSession) => tx.insert(sessions).values(session)

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
export const remove = (tx: Tx, idHash: string) =>
  tx.delete(sessions).where(eq(sessions.idHash, idHash)).returning({
    organisationId: sessions.organisationId,
    issuer: sessions.issuer,
    idToken: sessions.idToken,
  })

/** Removes the sessions whose time is over. */
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

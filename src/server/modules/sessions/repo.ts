import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { organisations, people, sessions } from '../../db/schema'
import { alias } from 'drizzle-orm/pg-core'

export type NewSession = typeof sessions.$inferInsert

const temporaryOrganisations = alias(organisations, 'temporary_organisations')

export const insert = (tx: Tx, session: NewSession) => tx.insert(sessions).values(session)

/** A session with its person and organisations, if it has not expired. */
export async function findLive(tx: Tx, idHash: string, now: Date) {
  const [found] = await tx
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
    .where(sql`${sessions.idHash} = ${idHash} and ${sessions.expiresAt} > ${now.toISOString()}`)
  return found
}

export const remove = (tx: Tx, idHash: string) =>
  tx.delete(sessions).where(eq(sessions.idHash, idHash)).returning({
    organisationId: sessions.organisationId,
    idToken: sessions.idToken,
  })

export const removeExpired = (tx: Tx, now: Date) =>
  tx.delete(sessions).where(sql`${sessions.expiresAt} <= ${now.toISOString()}`)

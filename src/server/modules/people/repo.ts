import { and, asc, eq, isNull, not, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { maySignIn } from '../../db/demo'
import { people } from '../../db/schema'
import { hasOwnIssuer } from '../provider/fragments'

export type PersonRow = typeof people.$inferSelect
export type NewPerson = typeof people.$inferInsert

const hasEmail = (email: string) => sql`lower(${people.email}) = ${email.toLowerCase()}`

const worksFor = (organisationId: string | null) =>
  organisationId === null ? isNull(people.organisationId) : eq(people.organisationId, organisationId)

/** A member who may sign in (null: provider staff). */
export async function findMember(
  tx: Tx,
  organisationId: string | null,
  email: string,
  demoAccounts: boolean,
): Promise<PersonRow | undefined> {
  const [found] = await tx
    .select()
    .from(people)
    .where(and(hasEmail(email), worksFor(organisationId), maySignIn(demoAccounts)))
  return found
}

/** For the embedded provider: members, then provider staff without an issuer of their own. */
export async function findForSignIn(
  tx: Tx,
  organisationId: string,
  email: string,
  demoAccounts: boolean,
): Promise<PersonRow | undefined> {
  const staff = and(worksFor(null), or(eq(people.isDemo, true), not(hasOwnIssuer)))
  const [found] = await tx
    .select()
    .from(people)
    .where(and(hasEmail(email), or(worksFor(organisationId), staff), maySignIn(demoAccounts)))
    .orderBy(sql`${people.organisationId} nulls last`)
    .limit(1)
  return found
}

/** By id, under the transaction's view. */
export async function byId(tx: Tx, id: string): Promise<PersonRow | undefined> {
  const [found] = await tx.select().from(people).where(eq(people.id, id))
  return found
}

/** Whether an address is taken there (null: provider staff). */
export async function exists(tx: Tx, organisationId: string | null, email: string): Promise<boolean> {
  const found = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(hasEmail(email), worksFor(organisationId)))
  return found.length > 0
}

/** Inserts a person with a hashed password. */
export const insert = (tx: Tx, person: NewPerson) => tx.insert(people).values(person)

/** Visible people, by last name. */
export const ofOrganisation = (tx: Tx) =>
  tx
    .select({ first_name: people.firstName, last_name: people.lastName, role: people.role, email: people.email })
    .from(people)
    .orderBy(asc(people.lastName), asc(people.firstName), asc(people.email))

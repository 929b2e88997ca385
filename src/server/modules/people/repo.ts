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

/** The person of this organisation, or (null) of the provider's staff, who may sign in under this e-mail address. */
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

/**
 * Who may sign in to this organisation where no issuer of its own says who people are: its own people first, then the
 * provider's staff, unless the provider has an issuer for them. The demo's need none.
 */
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

/** The person of an id. */
export async function byId(tx: Tx, id: string): Promise<PersonRow | undefined> {
  const [found] = await tx.select().from(people).where(eq(people.id, id))
  return found
}

/** Whether the address is known there: in an organisation, or (null) among the provider's staff. */
export async function exists(tx: Tx, organisationId: string | null, email: string): Promise<boolean> {
  const found = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(hasEmail(email), worksFor(organisationId)))
  return found.length > 0
}

/** Adds a person. */
export const insert = (tx: Tx, person: NewPerson) => tx.insert(people).values(person)

/** The people of the organisation in view, by name. */
export const ofOrganisation = (tx: Tx) =>
  tx
    .select({ first_name: people.firstName, last_name: people.lastName, role: people.role, email: people.email })
    .from(people)
    .orderBy(asc(people.lastName), asc(people.firstName), asc(people.email))

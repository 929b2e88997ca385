import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { people } from '../../db/schema'

export type PersonRow = typeof people.$inferSelect
export type NewPerson = typeof people.$inferInsert

const hasEmail = (email: string) => sql`lower(${people.email}) = ${email.toLowerCase()}`

/** The person of this organisation, or of the provider's staff, with this e-mail address. Their own organisation's first. */
export async function findForSignIn(tx: Tx, organisationId: string, email: string): Promise<PersonRow | undefined> {
  const [found] = await tx
    .select()
    .from(people)
    .where(and(hasEmail(email), or(eq(people.organisationId, organisationId), isNull(people.organisationId))))
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
  const ofOrganisation =
    organisationId === null ? isNull(people.organisationId) : eq(people.organisationId, organisationId)
  const found = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(hasEmail(email), ofOrganisation))
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

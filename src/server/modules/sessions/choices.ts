import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { organisationChoices, people, providerIdentity } from '../../db/schema'

/** Adds a choice that is to be made, and removes those whose time is over. */
export async function insert(tx: Tx, choice: typeof organisationChoices.$inferInsert): Promise<void> {
  await tx.delete(organisationChoices).where(sql`${organisationChoices.expiresAt} <= now()`)
  await tx.insert(organisationChoices).values(choice)
}

/** While there is time, for somebody who still is of the provider's staff, by an issuer that still is the provider's. */
function isOpen(tx: Tx, idHash: string) {
  const { personId, issuer, expiresAt } = organisationChoices
  const staff = tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.organisationId)))
  const identity = tx
    .select({ issuer: providerIdentity.issuer })
    .from(providerIdentity)
    .where(eq(providerIdentity.issuer, issuer))
  return and(eq(organisationChoices.idHash, idHash), sql`${expiresAt} > now()`, exists(staff), exists(identity))
}

/** Whose choice it is, while it is open. */
export async function personOf(tx: Tx, idHash: string) {
  const [found] = await tx
    .select({ email: people.email })
    .from(organisationChoices)
    .innerJoin(people, eq(people.id, organisationChoices.personId))
    .where(isOpen(tx, idHash))
  return found
}

/** Takes the choice out: it is made once. */
export async function take(tx: Tx, idHash: string) {
  const [taken] = await tx.delete(organisationChoices).where(isOpen(tx, idHash)).returning()
  return taken
}

import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { organisationChoices, people } from '../../db/schema'

/** Adds a choice that is to be made, and removes those whose time is over. */
export async function insert(tx: Tx, choice: typeof organisationChoices.$inferInsert): Promise<void> {
  await tx.delete(organisationChoices).where(sql`${organisationChoices.expiresAt} <= now()`)
  await tx.insert(organisationChoices).values(choice)
}

const isOpen = (idHash: string) => and(eq(organisationChoices.idHash, idHash), sql`${organisationChoices.expiresAt} > now()`)

/** Whose choice it is, while there is time. */
export async function personOf(tx: Tx, idHash: string) {
  const [found] = await tx
    .select({ email: people.email })
    .from(organisationChoices)
    .innerJoin(people, eq(people.id, organisationChoices.personId))
    .where(isOpen(idHash))
  return found
}

/** Takes the choice out: it is made once. */
export async function take(tx: Tx, idHash: string) {
  const [taken] = await tx.delete(organisationChoices).where(isOpen(idHash)).returning()
  return taken
}

import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { organisationDomains, organisations } from '../../db/schema'

export type Organisation = typeof organisations.$inferSelect

/** The organisations that an e-mail domain leads to, by name. */
export const optionsByDomain = (tx: Tx, domain: string) =>
  tx
    .select({ slug: organisations.slug, name: organisations.name })
    .from(organisationDomains)
    .innerJoin(organisations, eq(organisations.id, organisationDomains.organisationId))
    .where(eq(organisationDomains.domain, domain))
    .orderBy(asc(organisations.name))

/** The organisation of a slug. */
export async function bySlug(tx: Tx, slug: string): Promise<Organisation | undefined> {
  const [found] = await tx.select().from(organisations).where(eq(organisations.slug, slug))
  return found
}

/** The organisation of an id. */
export async function byId(tx: Tx, id: string): Promise<Organisation | undefined> {
  const [found] = await tx.select().from(organisations).where(eq(organisations.id, id))
  return found
}

/** Switches an organisation's campaigns. @returns it, or nothing when there is none of that slug. */
export const setCampaignsEnabled = (tx: Tx, slug: string, enabled: boolean) =>
  tx
    .update(organisations)
    .set({ campaignsEnabled: enabled })
    .where(eq(organisations.slug, slug))
    .returning({ id: organisations.id, slug: organisations.slug, name: organisations.name })

/** Makes the organisation where there is none of that slug; one that is there stays as it is. */
export async function ensureBySlug(
  tx: Tx,
  slug: string,
  name: string,
): Promise<{ organisation: Organisation; isNew: boolean }> {
  const [made] = await tx.insert(organisations).values({ slug, name }).onConflictDoNothing().returning()
  // Locked, so that two imports for one organisation follow each other.
  const [found] = await tx.select().from(organisations).where(eq(organisations.slug, slug)).for('update')
  if (!found) throw new Error(`The organisation ${slug} was removed while it was being imported into.`)
  return { organisation: found, isNew: made !== undefined }
}

/** Lets an e-mail domain lead to the organisation. */
export const addDomain = (tx: Tx, organisationId: string, domain: string) =>
  tx.insert(organisationDomains).values({ organisationId, domain }).onConflictDoNothing()

/** Whether any organisation is of the demo. */
export async function hasDemo(tx: Tx): Promise<boolean> {
  const found = await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.isDemo, true))
    .limit(1)
  return found.length > 0
}

/** Says who signs an organisation's people in. @returns it, or nothing when there is none of that slug. */
export const setIssuer = (tx: Tx, slug: string, settings: Pick<Organisation, 'issuer' | 'clientId' | 'clientSecret'>) =>
  tx.update(organisations).set(settings).where(eq(organisations.slug, slug)).returning({ name: organisations.name })

/** Every organisation, by name. */
export const all = (tx: Tx): Promise<Organisation[]> => tx.select().from(organisations).orderBy(asc(organisations.name), asc(organisations.slug))

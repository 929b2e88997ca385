import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { organisationDomains, organisations } from '../../db/schema'

export type Organisation = typeof organisations.$inferSelect

export const optionsByDomain = (tx: Tx, domain: string) =>
  tx
    .select({ slug: organisations.slug, name: organisations.name })
    .from(organisationDomains)
    .innerJoin(organisations, eq(organisations.id, organisationDomains.organisationId))
    .where(eq(organisationDomains.domain, domain))
    .orderBy(asc(organisations.name))

export async function bySlug(tx: Tx, slug: string): Promise<Organisation | undefined> {
  const [found] = await tx.select().from(organisations).where(eq(organisations.slug, slug))
  return found
}

export async function byId(tx: Tx, id: string): Promise<Organisation | undefined> {
  const [found] = await tx.select().from(organisations).where(eq(organisations.id, id))
  return found
}

export const setCampaignsEnabled = (tx: Tx, slug: string, enabled: boolean) =>
  tx
    .update(organisations)
    .set({ campaignsEnabled: enabled })
    .where(eq(organisations.slug, slug))
    .returning({ name: organisations.name })

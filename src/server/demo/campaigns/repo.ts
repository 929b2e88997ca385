import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { campaigns, organisations } from '../../db/schema'

/** The demo council of that slug; undefined where the demo is not. */
export async function demoCouncil(tx: Tx, slug: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(and(eq(organisations.slug, slug), eq(organisations.isDemo, true)))
  return found?.id
}

/** The names of the council's campaigns that were sent. */
export async function sentCampaigns(tx: Tx, organisationId: string): Promise<string[]> {
  const found = await tx
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.organisationId, organisationId), isNotNull(campaigns.sentAt)))
  return found.map(({ name }) => name)
}

/** The id of the council's campaign of that name, in whatever state. */
export async function campaignNamed(tx: Tx, organisationId: string, name: string): Promise<number | undefined> {
  const [found] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.organisationId, organisationId), eq(campaigns.name, name)))
  return found?.id
}

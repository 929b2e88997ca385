import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/engine'
import { organisationDomains, organisations, people, snapshots } from '../../db/schema'
import { PROVIDER_DOMAIN, type Council } from './councils'

/** `part`: an interrupted start. Beside `other` organisations the demo is neither begun nor finished. */
export async function state(tx: Tx, lastAccount: string): Promise<'empty' | 'part' | 'whole' | 'other'> {
  const last = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(isNull(people.organisationId), eq(people.email, lastAccount)))
  const found = await tx.select({ isDemo: organisations.isDemo }).from(organisations)
  if (found.length === 0) return 'empty'
  if (found.some(({ isDemo }) => !isDemo)) return 'other'
  return last.length > 0 ? 'whole' : 'part'
}

/** Both at once, so that an interrupted start can be recognised. */
export async function claim(tx: Tx, councils: readonly Council[]): Promise<void> {
  for (const { slug, name, domain, campaignsEnabled, centre } of councils) {
    await tx
      .insert(organisations)
      .values({
        slug,
        name,
        campaignsEnabled,
        isDemo: true,
        mapLatitude: centre.latitude,
        mapLongitude: centre.longitude,
      })
      .onConflictDoNothing()
    const organisationId = await findOrganisationIdBySlug(tx, slug)
    const domains = [domain, PROVIDER_DOMAIN].map((each) => ({ domain: each, organisationId }))
    await tx.insert(organisationDomains).values(domains).onConflictDoNothing()
  }
}

/** @throws Error when there is none */
export async function findOrganisationIdBySlug(tx: Tx, slug: string): Promise<string> {
  const [found] = await tx.select({ id: organisations.id }).from(organisations).where(eq(organisations.slug, slug))
  if (!found) throw new Error(`The demo council ${slug} was removed while it was being made.`)
  return found.id
}

/** Imported months, yyyy-mm-dd. */
export async function listMonths(tx: Tx, id: string): Promise<string[]> {
  const found = await tx
    .select({ month: sql<string>`${snapshots.month}::text` })
    .from(snapshots)
    .where(eq(snapshots.organisationId, id))
  return found.map(({ month }) => month)
}

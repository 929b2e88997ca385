import { arrayContains, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DatabaseEngine, Tx } from '../../../db/engine'
import { isOpenDemo } from '../../../db/signInAllowed'
import { ISSUER_COLUMNS, keptIssuerRow } from '../../../db/keptIssuer'
import { parseRows } from '../../../db/rows'
import { organisationDomains, organisations, people, providerIdentity } from '../../../db/schema'

export type Organisation = typeof organisations.$inferSelect

/** `hasOwnPeople`: someone has an address there. */
export async function byDomain(tx: Tx, domain: string, demoAccounts: boolean) {
  const provider = await tx
    .select({ issuer: providerIdentity.issuer })
    .from(providerIdentity)
    .where(arrayContains(providerIdentity.emailDomains, [domain]))
  const isAtDomain = sql`lower(${people.email}) like ${`%@${domain}`}`
  const found = await tx
    .select({
      slug: organisations.slug,
      name: organisations.name,
      hasOwnPeople: sql<boolean>`(${isOpenDemo(demoAccounts)} or exists (
        select from ${people} where ${people.organisationId} = ${organisations.id} and ${isAtDomain}
          and ${people.removedAt} is null))`,
    })
    .from(organisationDomains)
    .innerJoin(organisations, eq(organisations.id, organisationDomains.organisationId))
    .where(eq(organisationDomains.domain, domain))
    .orderBy(asc(organisations.name))
  return { isProviders: provider.length > 0, organisations: found }
}

/** Sorted. */
export async function listDomains(tx: Tx, organisationId: string): Promise<string[]> {
  const found = await tx
    .select({ domain: organisationDomains.domain })
    .from(organisationDomains)
    .where(eq(organisationDomains.organisationId, organisationId))
    .orderBy(asc(organisationDomains.domain))
  return found.map(({ domain }) => domain)
}

/** Needs a system transaction. */
export async function bySlug(tx: Tx, slug: string): Promise<Organisation | undefined> {
  const [found] = await tx.select().from(organisations).where(eq(organisations.slug, slug))
  return found
}

/** In the transaction's view. */
export async function byId(tx: Tx, id: string): Promise<Organisation | undefined> {
  const [found] = await tx.select().from(organisations).where(eq(organisations.id, id))
  return found
}

/** Locked against everything. */
export async function lockById(tx: Tx, id: string): Promise<Organisation | undefined> {
  const [found] = await tx.select().from(organisations).where(eq(organisations.id, id)).for('update')
  return found
}

/** Cascades to every table. */
export const deleteById = (tx: Tx, id: string) => tx.delete(organisations).where(eq(organisations.id, id))

/** @returns empty for an unknown slug */
export const setCampaignsEnabled = (tx: Tx, slug: string, enabled: boolean) =>
  tx
    .update(organisations)
    .set({ campaignsEnabled: enabled })
    .where(eq(organisations.slug, slug))
    .returning({ id: organisations.id, slug: organisations.slug, name: organisations.name })

/** Unless the slug exists. */
export async function ensureBySlug(
  tx: Tx,
  slug: string,
  name: string,
): Promise<{ organisation: Organisation; isNew: boolean }> {
  const [made] = await tx.insert(organisations).values({ slug, name }).onConflictDoNothing().returning()
  // Locked, so that imports run in turn.
  const [found] = await tx.select().from(organisations).where(eq(organisations.slug, slug)).for('update')
  if (!found) throw new Error(`The organisation ${slug} was removed while it was being imported into.`)
  return { organisation: found, isNew: made !== undefined }
}

/** Registers an e-mail domain, idempotently. */
export const addDomain = (tx: Tx, organisationId: string, domain: string) =>
  tx.insert(organisationDomains).values({ organisationId, domain }).onConflictDoNothing()

/** Which kinds of organisations exist. */
export async function kinds(tx: Tx): Promise<{ demo: boolean; real: boolean }> {
  const found = await tx.selectDistinct({ isDemo: organisations.isDemo }).from(organisations)
  return { demo: found.some(({ isDemo }) => isDemo), real: found.some(({ isDemo }) => !isDemo) }
}

export type IssuerSettings = Pick<
  Organisation,
  'issuer' | 'clientId' | 'clientSecret' | 'clientSecretEnds' | 'sendsIss' | 'trustsEmailDomains' | 'strengths'
>

/** @returns both states, undefined for an unknown slug */
export async function setIssuer(tx: Tx, slug: string, settings: Partial<IssuerSettings>) {
  const [before] = await tx.select().from(organisations).where(eq(organisations.slug, slug)).for('update')
  const [after] = await tx.update(organisations).set(settings).where(eq(organisations.slug, slug)).returning()
  return before && after && { before, after }
}

/** Sorted by name, then slug. */
export const all = (tx: Tx): Promise<Organisation[]> =>
  tx.select().from(organisations).orderBy(asc(organisations.name), asc(organisations.slug))

/** Every organisation's slug. */
export const slugs = async (executeSql: DatabaseEngine['executeSql']) =>
  parseRows(await executeSql('select id, slug from organisations'), z.object({ id: z.string(), slug: z.string() }))

/** Every organisation's issuer. */
export const issuers = async (executeSql: DatabaseEngine['executeSql']) =>
  parseRows(await executeSql(`select slug, ${ISSUER_COLUMNS} from organisations order by slug`), keptIssuerRow)

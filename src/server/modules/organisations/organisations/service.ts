import { domainToASCII } from 'node:url'
import type { OrganisationAccess, OrganisationOption } from '#contract/organisations/organisations'
import type { Database } from '../../../db/database'
import type { KeptIssuer } from '../../../db/keptIssuer'
import type { DatabaseEngine, Tx } from '../../../db/engine'
import { badRequest, notFound } from '../../../http/faults'
import type { Actor, AuditService } from '../audit/service'
import { PROVIDER_SLUG } from '../provider/service'
import * as repo from './repo'
import type { Organisation, IssuerSettings } from './repo'

const PROVIDER: OrganisationOption = { slug: PROVIDER_SLUG, name: 'Doorstep (all organisations)' }

export interface ListedOrganisation extends Pick<Organisation, 'id' | 'slug' | 'name' | 'campaignsEnabled'> {
  /** Unique: shared names get the slug appended. */
  readonly listedName: string
}

export type OrganisationsService = ReturnType<typeof createOrganisationsService>

/** Finds and changes organisations. */
export function createOrganisationsService(deps: { database: Database; audit: AuditService; demoAccounts: boolean }) {
  const { database, audit, demoAccounts } = deps

  const list = async (): Promise<ListedOrganisation[]> => withListedNames(await database.asSystem((tx) => repo.all(tx)))

  const listDomains = (organisationId: string): Promise<string[]> =>
    database.asSystemWithoutTransaction((tx) => repo.listDomains(tx, organisationId))

  return {
    list,
    domainsOf: listDomains,

    findByListedName: async (name: string) => (await list()).find(({ listedName }) => listedName === name),

    /** The caller must end the old issuer's sessions. @throws Fault 404 */
    async setIssuer(tx: Tx, slug: string, settings: Partial<IssuerSettings>) {
      const changed = await repo.setIssuer(tx, slug, settings)
      if (!changed) throw notFound(`There is no organisation called ${slug}.`)
      return changed
    },

    /** Messages being sent continue. @throws Fault 404 */
    setCampaigns: (
      person: Pick<Actor, 'email' | 'actor'>,
      slug: string,
      enabled: boolean,
    ): Promise<OrganisationAccess> =>
      database.asSystem(async (tx) => {
        const [organisation] = await repo.setCampaignsEnabled(tx, slug, enabled)
        if (!organisation) throw notFound(`There is no organisation called ${slug}.`)
        const action = enabled ? 'campaigns_enabled' : 'campaigns_disabled'
        await audit.recordIn(tx, { ...person, organisationId: organisation.id }, action, organisation.slug)
        return { slug: organisation.slug, name: organisation.name, campaigns_enabled: enabled }
      }),

    /** The provider's domain leads to the provider, and to organisations only with people at it. @throws Fault 400 */
    async findByDomain(emailDomain: string): Promise<OrganisationOption[]> {
      const domain = parseDomain(emailDomain)
      if (domain === undefined) throw badRequest('Invalid email domain', 'invalid_email_domain')
      const { isProviders, organisations } = await database.asSystem((tx) => repo.byDomain(tx, domain, demoAccounts))
      const options = organisations.filter(({ hasOwnPeople }) => hasOwnPeople || !isProviders)
      return [...(isProviders ? [PROVIDER] : []), ...options.map(({ slug, name }) => ({ slug, name }))]
    },

    async isFoundByAddress(organisationId: string, email: string): Promise<boolean> {
      const domain = parseDomain(email.slice(email.lastIndexOf('@') + 1))
      return domain !== undefined && (await listDomains(organisationId)).includes(domain)
    },

    /** Across organisations: for sign-in and command line only. */
    findBySlug: (slug: string) => database.asSystem((tx) => repo.bySlug(tx, slug)),

    kinds: () => database.asSystemWithoutTransaction((tx) => repo.kinds(tx)),

    async get(organisationId: string): Promise<Organisation> {
      const organisation = await database.forOrganisation(organisationId, (tx) => repo.byId(tx, organisationId))
      if (!organisation) throw new Error('The session names an organisation that does not exist.')
      return organisation
    },
  }
}

/** Lower-case ASCII with at least two labels (RFC 1035), else undefined. */
export function parseDomain(text: string): string | undefined {
  if (text.length > 253) return undefined
  const domain = domainToASCII(text.trim().toLowerCase())
  const labels = domain.split('.')
  return domain.length <= 253 && labels.length >= 2 && labels.every(isLabel) ? domain : undefined
}

const isLabel = (text: string) => /^[a-z0-9-]{1,63}$/.test(text) && !text.startsWith('-') && !text.endsWith('-')

/** An organisation's id. */
export const findOrganisationId = async (tx: Tx, slug: string): Promise<string | undefined> =>
  (await repo.bySlug(tx, slug))?.id

/** So that no rows can be added to it. */
export const lockOrganisation = (tx: Tx, id: string): Promise<Organisation | undefined> => repo.lockById(tx, id)

/** With all its rows. */
export const deleteOrganisation = (tx: Tx, id: string): Promise<unknown> => repo.deleteById(tx, id)

/** In the import's transaction. @throws Error when real and demo data would mix */
export async function ensureOrganisation(
  tx: Tx,
  wanted: { slug: string; name: string; domain: string | null; isDemo?: boolean | undefined },
): Promise<{ organisation: Organisation; isNew: boolean }> {
  const ensured = await repo.ensureBySlug(tx, wanted.slug, wanted.name)
  const { isDemo, name } = ensured.organisation
  if (isDemo && !wanted.isDemo) {
    throw new Error(
      `${name} belongs to the demo, which holds nothing real. Choose another --organisation. Nothing was changed.`,
    )
  }
  if (!isDemo && wanted.isDemo)
    throw new Error(`${name} does not belong to the demo: nothing of the demo was put into it.`)
  if (wanted.domain !== null) await repo.addDomain(tx, ensured.organisation.id, wanted.domain)
  return ensured
}

function withListedNames(organisations: readonly Organisation[]): ListedOrganisation[] {
  const isShared = (name: string) => organisations.filter((one) => one.name === name).length > 1
  return organisations.map(({ id, slug, name, campaignsEnabled }) => ({
    id,
    slug,
    name,
    campaignsEnabled,
    listedName: isShared(name) ? `${name} (${slug})` : name,
  }))
}

/** Every organisation's slug, by id. @param executeSql must bypass row-level security */
export const slugsById = async (executeSql: DatabaseEngine['executeSql']): Promise<ReadonlyMap<string, string>> =>
  new Map((await repo.slugs(executeSql)).map(({ id, slug }) => [id, slug]))

/** Every organisation's issuer, or that it has none. @param executeSql must bypass row-level security */
export const issuersOfOrganisations = (executeSql: DatabaseEngine['executeSql']): Promise<KeptIssuer[]> =>
  repo.issuers(executeSql)

import { domainToASCII } from 'node:url'
import type { OrganisationAccess, OrganisationOption } from '#contract/organisations'
import type { Database, Tx } from '../../db/database'
import { badRequest, notFound } from '../../faults'
import type { Actor, AuditService } from '../audit/service'
import * as repo from './repo'

export type Organisation = repo.Organisation

/** An organisation in the provider's lists. */
export interface ListedOrganisation extends Pick<Organisation, 'id' | 'slug' | 'name' | 'campaignsEnabled'> {
  /** Its name; where two have the same, with the slug behind it, so that a name chosen is one organisation. */
  readonly listedName: string
}

export interface OrganisationService {
  /**
   * The organisations that people with this e-mail domain may sign in to: none for an unknown one.
   * @throws Fault 400 'Invalid email domain' (decision 6).
   */
  findByDomain(emailDomain: string): Promise<OrganisationOption[]>
  /** For sign-in and the command line. */
  findBySlug(slug: string): Promise<Organisation | undefined>
  /** Whether there are demo organisations. */
  hasDemo(): Promise<boolean>
  /** Every organisation, for the provider's staff, by name. */
  list(): Promise<ListedOrganisation[]>
  /** The organisation that {@link list} calls so. */
  findByListedName(name: string): Promise<ListedOrganisation | undefined>
  /**
   * Switches an organisation's campaigns on or off; what is being sent goes on. Recorded in that organisation's log.
   * @throws Fault 404 for an unknown one.
   */
  setCampaigns(person: Pick<Actor, 'email' | 'actor'>, slug: string, enabled: boolean): Promise<OrganisationAccess>
  /** The organisation in view. */
  get(organisationId: string): Promise<Organisation>
}

/** The organisations and the e-mail domains that lead to them. */
export function createOrganisationService(deps: { database: Database; audit: AuditService }): OrganisationService {
  const { database, audit } = deps
  const list = async () => withListedNames(await database.asSystem((tx) => repo.all(tx)))
  return {
    list,
    findByListedName: async (name) => (await list()).find(({ listedName }) => listedName === name),
    setCampaigns: (person, slug, enabled) =>
      database.asSystem(async (tx) => {
        const [organisation] = await repo.setCampaignsEnabled(tx, slug, enabled)
        if (!organisation) throw notFound(`There is no organisation called ${slug}.`)
        const action = enabled ? 'campaigns_enabled' : 'campaigns_disabled'
        await audit.recordIn(tx, { ...person, organisationId: organisation.id }, action, organisation.slug)
        return { slug: organisation.slug, name: organisation.name, campaigns_enabled: enabled }
      }),
    async findByDomain(emailDomain) {
      const domain = parseDomain(emailDomain)
      if (domain === undefined) throw badRequest('Invalid email domain', 'invalid_email_domain')
      return database.asSystem((tx) => repo.optionsByDomain(tx, domain))
    },
    findBySlug: (slug) => database.asSystem((tx) => repo.bySlug(tx, slug)),
    hasDemo: () => database.asSystem((tx) => repo.hasDemo(tx)),
    async get(organisationId) {
      const organisation = await database.forOrganisation(organisationId, (tx) => repo.byId(tx, organisationId))
      if (!organisation) throw new Error('The session names an organisation that does not exist.')
      return organisation
    },
  }
}

/**
 * A domain as it is stored: lower case, ASCII. RFC 1035: labels of 1 to 63 letters, digits and
 * inner hyphens, 253 characters in all; and at least two labels, because e-mail goes to no other.
 * @returns undefined when the text is not such a domain.
 */
export function parseDomain(text: string): string | undefined {
  if (text.length > 253) return undefined
  const domain = domainToASCII(text.trim().toLowerCase())
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  return domain.length <= 253 && new RegExp(`^${label}(?:\\.${label})+$`).test(domain) ? domain : undefined
}

/**
 * Makes the organisation, where there is none of that slug, and lets the domain lead to it: part of the
 * transaction of an import, so that an import that fails leaves no organisation behind.
 */
export async function ensureOrganisation(
  tx: Tx,
  wanted: { slug: string; name: string; domain: string | null },
): Promise<{ organisation: Organisation; isNew: boolean }> {
  const ensured = await repo.ensureBySlug(tx, wanted.slug, wanted.name)
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

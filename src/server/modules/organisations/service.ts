import { domainToASCII } from 'node:url'
import type { OrganisationAccess, OrganisationOption } from '#contract/organisations'
import type { Database, Tx } from '../../db/database'
import { badRequest, notFound } from '../../faults'
import type { Actor, AuditService } from '../audit/service'
import { PROVIDER_SLUG } from '../provider/service'
import * as repo from './repo'

export type Organisation = repo.Organisation
export type IssuerSettings = repo.IssuerSettings

/** The provider among the answers of a lookup. */
const PROVIDER: OrganisationOption = { slug: PROVIDER_SLUG, name: 'Doorstep (all organisations)' }

/** An organisation in the provider's lists. */
export interface ListedOrganisation extends Pick<Organisation, 'id' | 'slug' | 'name' | 'campaignsEnabled'> {
  /** Its name; where two have the same, with the slug behind it, so that a name chosen is one organisation. */
  readonly listedName: string
}

export interface OrganisationService {
  /**
   * Where people with this e-mail domain may sign in: none for an unknown one. The provider's own domain leads to the
   * provider, and beside it only to organisations some of whose people share the domain.
   * @throws Fault 400 'Invalid email domain'.
   */
  findByDomain(emailDomain: string): Promise<OrganisationOption[]>
  /** The e-mail domains of an organisation's people. */
  domainsOf(organisationId: string): Promise<string[]>
  /** For sign-in and the command line. */
  findBySlug(slug: string): Promise<Organisation | undefined>
  /** Whether there is an organisation of the demo, and one that is not. */
  kinds(): Promise<{ demo: boolean; real: boolean }>
  /** Every organisation, for the provider's staff, by name. */
  list(): Promise<ListedOrganisation[]>
  /** The organisation that {@link list} calls so. */
  findByListedName(name: string): Promise<ListedOrganisation | undefined>
  /**
   * Keeps who signs an organisation's people in; the caller ends what the issuer before began.
   * @throws Fault 404 for an unknown one.
   */
  setIssuer(tx: Tx, slug: string, settings: IssuerSettings): Promise<{ before: Organisation; after: Organisation }>
  /**
   * Switches an organisation's campaigns on or off; what is being sent goes on. Recorded in that organisation's log.
   * @throws Fault 404 for an unknown one.
   */
  setCampaigns(person: Pick<Actor, 'email' | 'actor'>, slug: string, enabled: boolean): Promise<OrganisationAccess>
  /** The organisation in view. */
  get(organisationId: string): Promise<Organisation>
}

/**
 * The organisations and the e-mail domains that lead to them.
 * @param deps.demoAccounts whether the demo's accounts may sign in at this address
 */
export function createOrganisationService(deps: {
  database: Database
  audit: AuditService
  demoAccounts: boolean
}): OrganisationService {
  const { database, audit, demoAccounts } = deps
  const list = async () => withListedNames(await database.asSystem((tx) => repo.all(tx)))
  return {
    list,
    findByListedName: async (name) => (await list()).find(({ listedName }) => listedName === name),
    async setIssuer(tx, slug, settings) {
      const changed = await repo.setIssuer(tx, slug, settings)
      if (!changed) throw notFound(`There is no organisation called ${slug}.`)
      return changed
    },
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
      const { isProviders, organisations } = await database.asSystem((tx) => repo.byDomain(tx, domain, demoAccounts))
      const options = organisations.filter(({ hasOwnPeople }) => hasOwnPeople || !isProviders)
      return [...(isProviders ? [PROVIDER] : []), ...options.map(({ slug, name }) => ({ slug, name }))]
    },
    domainsOf: (organisationId) => database.oneAsSystem((tx) => repo.domainsOf(tx, organisationId)),
    findBySlug: (slug) => database.asSystem((tx) => repo.bySlug(tx, slug)),
    kinds: () => database.oneAsSystem((tx) => repo.kinds(tx)),
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
  const labels = domain.split('.')
  return domain.length <= 253 && labels.length >= 2 && labels.every(isLabel) ? domain : undefined
}

const isLabel = (text: string) => /^[a-z0-9-]{1,63}$/.test(text) && !text.startsWith('-') && !text.endsWith('-')

/**
 * Makes the organisation, where there is none of that slug, and lets the domain lead to it: part of the
 * transaction of an import, so that an import that fails leaves no organisation behind.
 * @throws Error when real households would come into an organisation of the demo, or the demo's into a real one
 */
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

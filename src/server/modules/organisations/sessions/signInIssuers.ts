/** Which issuer signs people in: an organisation's vouches only for its people, the provider's only for its staff. */
import { IssuerRefused, type Issuer } from '../../../clients/oidc'
import { UnvouchedAddress } from '../../../clients/oidcEmail'
import { SecretLost } from '../../../lib/secrets'
import type { OrganisationsService } from '../organisations/service'
import type { Organisation } from '../organisations/repo'
import type { PeopleService } from '../people/service'
import { PROVIDER_SLUG, type ProviderService } from '../provider/service'
import type { IdentityService } from './identity'

/** For the log only; no personal data. */
export class SignInRefused extends Error {
  /** @param at slug of the organisation or provider, if known */
  constructor(
    reason: string,
    readonly at?: string,
  ) {
    super(reason)
    this.name = 'SignInRefused'
  }
}

/** Undefined where the embedded provider may not run. */
export type EmbeddedIssuer = (organisation: Organisation) => Issuer | undefined

export interface IssuerDependencies {
  readonly provider: ProviderService
  readonly organisations: OrganisationsService
  readonly people: PeopleService
  readonly identity: IdentityService
}

export type SignInIssuers = ReturnType<typeof createSignInIssuers>

/** @param embeddedIssuer signs people in where an organisation has no issuer of its own */
export function createSignInIssuers(services: IssuerDependencies, embeddedIssuer: EmbeddedIssuer) {
  const { provider, organisations, people, identity } = services

  /** @param organisation null: the provider */
  const find = (organisation: Organisation | null): Promise<Issuer> =>
    organisation ? findOrganisationsIssuer(organisation) : findProvidersIssuer()

  async function findOrganisationsIssuer(organisation: Organisation): Promise<Issuer> {
    const { issuer, clientId, clientSecret, sendsIss, trustsEmailDomains, strengths } = organisation
    if (!issuer || !clientId) {
      const embedded = embeddedIssuer(organisation)
      if (!embedded) throw new SignInRefused('The organisation has no issuer, and the embedded one may not run here.')
      return embedded
    }
    const rules = await people.rules(organisation.id)
    return {
      url: issuer,
      clientId,
      clientSecret: identity.openSecret(organisation.slug, clientSecret),
      sendsIss,
      trustedDomains: trustsEmailDomains ? await organisations.domainsOf(organisation.id) : [],
      strengths,
      groupsClaim: rules.group_roles.length > 0 ? rules.groups_claim : undefined,
      asksNames: rules.creates_accounts,
    }
  }

  async function findProvidersIssuer(): Promise<Issuer> {
    const own = await provider.identity()
    if (!own) throw new SignInRefused('The provider has no issuer.')
    const { issuer, clientId, clientSecret, sendsIss, emailDomains, trustsEmailDomains, strengths } = own
    return {
      url: issuer,
      clientId,
      clientSecret: identity.openSecret(PROVIDER_SLUG, clientSecret),
      sendsIss,
      trustedDomains: trustsEmailDomains ? emailDomains : [],
      strengths,
    }
  }

  return {
    find,

    /** @throws SignInRefused with the slug in place of what issuer or secret refused */
    async use<T>(organisation: Organisation | null, work: (issuer: Issuer) => Promise<T>): Promise<T> {
      try {
        return await work(await find(organisation))
      } catch (error) {
        const isRefusal = [SignInRefused, IssuerRefused, UnvouchedAddress, SecretLost].some(
          (known) => error instanceof known,
        )
        throw isRefusal && error instanceof Error
          ? new SignInRefused(error.message, organisation?.slug ?? PROVIDER_SLUG)
          : error
      }
    },

    /** The issuer that began a session; undefined when it was replaced since. */
    async findFormer(url: string | null, organisation: Organisation | null): Promise<Issuer | undefined> {
      const isProviders = !organisation || (url !== null && url === (await provider.identity())?.issuer)
      const issuer = isProviders ? await findProvidersIssuer() : await findOrganisationsIssuer(organisation)
      return url === null || url === issuer.url ? issuer : undefined
    },
  }
}

import { listClients, type Issuer } from '../../../clients/oidc'
import { UnvouchedAddress } from '../../../clients/oidcEmail'
import { ISSUER_FAULTS, IssuerRefused, type IssuerFault } from '../../../clients/oidcFaults'
import { SecretLost } from '../../../lib/secrets'
import type { OrganisationsService } from '../organisations/service'
import type { Organisation } from '../organisations/repo'
import type { PeopleService } from '../people/service'
import { PROVIDER_SLUG, type ProviderService } from '../provider/service'
import type { IdentityService } from './identity'

/** Refused by us, or for a fault at the issuer; for log and metrics. */
export const SIGN_IN_REFUSALS = [
  'attempt_unknown',
  'organisation_unknown',
  'no_issuer',
  'secret_lost',
  'address_unverified',
  'not_invited',
  ...ISSUER_FAULTS,
] as const
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number]

interface RefusedWhere {
  readonly at?: string | undefined
  readonly told?: string | undefined
  readonly cure?: string
}

/** For the log only; no personal data. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'

  constructor(
    readonly refusal: SignInRefusal,
    reason: string,
    readonly where: RefusedWhere = {},
  ) {
    super(reason)
  }

  get isOperators(): boolean {
    return OPERATORS.has(this.refusal)
  }
}

const OF_PEOPLE: readonly IssuerFault[] = ['mixed_up', 'too_weak', 'person_refused']

const OPERATORS: ReadonlySet<SignInRefusal> = new Set<SignInRefusal>([
  'no_issuer',
  'secret_lost',
  ...ISSUER_FAULTS.filter((fault) => !OF_PEOPLE.includes(fault)),
])

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
      if (!embedded)
        throw new SignInRefused('no_issuer', 'The organisation has no issuer, and the embedded one may not run here.')
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
    if (!own) throw new SignInRefused('no_issuer', 'The provider has no issuer.')
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

    /** @throws SignInRefused with the slug */
    async use<T>(organisation: Organisation | null, work: (issuer: Issuer) => Promise<T>): Promise<T> {
      try {
        return await work(await find(organisation))
      } catch (error) {
        throw asRefused(error, organisation?.slug ?? PROVIDER_SLUG)
      }
    },

    /** The issuer that began a session; undefined when replaced since. */
    async findFormer(
      { issuer: url, idToken }: { readonly issuer: string | null; readonly idToken: string },
      organisation: Organisation | null,
    ): Promise<Issuer | undefined> {
      const own = await provider.identity()
      // An organisation may share the provider's issuer, as another client.
      const isProviders =
        !organisation ||
        (own !== undefined &&
          url === own.issuer &&
          (url !== organisation.issuer || listClients(idToken).includes(own.clientId)))
      const issuer = isProviders ? await findProvidersIssuer() : await findOrganisationsIssuer(organisation)
      return url === null || url === issuer.url ? issuer : undefined
    },
  }
}

function asRefused(error: unknown, at: string): unknown {
  if (error instanceof SignInRefused) return new SignInRefused(error.refusal, error.message, { ...error.where, at })
  if (error instanceof IssuerRefused) {
    const { fault, message, told, cure } = error
    return new SignInRefused(fault, message, { at, told, cure })
  }
  if (error instanceof UnvouchedAddress) return new SignInRefused('address_unverified', error.message, { at })
  return error instanceof SecretLost ? new SignInRefused('secret_lost', error.message, { at }) : error
}

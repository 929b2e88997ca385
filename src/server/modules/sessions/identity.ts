/**
 * Changing an identity ends what it began. Only issuers that send `iss` (RFC 9207) may share a redirect address (mix-up
 * attack).
 */
import type { Database } from '../../db/database'
import type { IssuerSettings, OrganisationService } from '../organisations/service'
import { PROVIDER_SLUG, type ProviderIdentity, type ProviderService } from '../provider/service'
import * as repo from './repo'

export const CALLBACK = '/backend/auth/callback'

/**
 * The redirect path at an issuer.
 * @param slug undefined: the provider
 */
export const callbackPath = (slug: string | undefined, sendsIss: boolean): string =>
  sendsIss ? CALLBACK : `${CALLBACK}/${slug ?? PROVIDER_SLUG}`

export interface IdentityService {
  /** @throws Fault 404 */
  setOrganisations(slug: string, settings: IssuerSettings): Promise<{ name: string }>
  /** Undefined: the embedded page only. */
  setProviders(settings: ProviderIdentity | undefined): Promise<void>
}

/** Creates the service over organisations and provider. */
export function createIdentityService(deps: {
  database: Database
  organisations: OrganisationService
  provider: ProviderService
}): IdentityService {
  const { database, organisations, provider } = deps
  return {
    setOrganisations: (slug, settings) =>
      database.asSystem(async (tx) => {
        const { before, after } = await organisations.setIssuer(tx, slug, settings)
        if (!isSameIdentity(before, after)) await repo.endOfOrganisation(tx, after.id)
        return after
      }),
    setProviders: (settings) =>
      database.asSystem(async (tx) => {
        const before = await provider.setIdentity(tx, settings)
        if (!before || !settings || !isSameIdentity(before, settings)) await repo.endOfProvider(tx)
      }),
  }
}

type Identity = Pick<IssuerSettings, 'issuer' | 'clientId' | 'trustsEmailDomains'>

/** Other changes leave people signed in. */
const isSameIdentity = (before: Identity, after: Identity): boolean =>
  before.issuer === after.issuer &&
  before.clientId === after.clientId &&
  before.trustsEmailDomains === after.trustsEmailDomains

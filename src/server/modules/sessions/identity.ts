/**
 * Policy: which issuer signs people in, and where it sends them back to. Whatever the identity before began ends with
 * it: sessions, choices and attempts.
 *
 * An issuer that names itself in every return (`iss`) shares one redirect address with the others like it. Every other
 * issuer has an address of its own, because nothing else would show that a browser comes back from another one.
 */
import type { Database } from '../../db/database'
import type { IssuerSettings, OrganisationService } from '../organisations/service'
import { PROVIDER_SLUG, type ProviderIdentity, type ProviderService } from '../provider/service'
import * as repo from './repo'

/** Where browsers come back to; behind it, the slug of an organisation (or the provider's) with its own address. */
export const CALLBACK = '/backend/auth/callback'

/** The path that an issuer has to send people back to. @param slug of the organisation; undefined for the provider */
export const callbackPath = (slug: string | undefined, sendsIss: boolean): string =>
  sendsIss ? CALLBACK : `${CALLBACK}/${slug ?? PROVIDER_SLUG}`

export interface IdentityService {
  /**
   * Says who signs an organisation's people in.
   * @throws Fault 404 for an unknown one.
   */
  setOrganisations(slug: string, settings: IssuerSettings): Promise<{ name: string }>
  /** Says who signs the provider's staff in; undefined: nobody but the embedded page. */
  setProviders(settings: ProviderIdentity | undefined): Promise<void>
}

/** Who signs people in. */
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

/** A new secret, a further domain or another redirect address leaves everybody signed in. */
const isSameIdentity = (before: Identity, after: Identity): boolean =>
  before.issuer === after.issuer &&
  before.clientId === after.clientId &&
  before.trustsEmailDomains === after.trustsEmailDomains

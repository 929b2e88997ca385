/**
 * Changing an identity ends what it began. Only issuers that send `iss` (RFC 9207) may share a redirect address (mix-up
 * attack).
 */
import type { Database } from '../../../db/database'
import type { OrganisationsService } from '../organisations/service'
import type { IssuerSettings } from '../organisations/repo'
import { PROVIDER_SLUG, type ProviderService } from '../provider/service'
import type { ProviderIdentity } from '../provider/repo'
import type { Secrets } from '../../../lib/secrets'
import * as repo from './repo'

export const CALLBACK = '/backend/auth/callback'

/** The redirect path at an issuer. @param slug undefined: the provider */
export const callbackPath = (slug: string | undefined, sendsIss: boolean): string =>
  sendsIss ? CALLBACK : `${CALLBACK}/${slug ?? PROVIDER_SLUG}`

export interface IdentityService {
  /** @throws Fault 404 */
  setOrganisations(slug: string, settings: IssuerSettings): Promise<{ name: string }>
  /** Undefined: only the embedded page. */
  setProviders(settings: ProviderIdentity | undefined): Promise<void>
  /** @param slug of an organisation or the provider. @throws SecretLost */
  openSecret(slug: string, kept: string | null): string | undefined
  reseal(): Promise<number>
}

/** The identities of organisations and provider. */
export function createIdentityService(deps: {
  database: Database
  organisations: OrganisationsService
  provider: ProviderService
  secrets: Secrets
}): IdentityService {
  const { database, organisations, provider, secrets } = deps
  const placeOf = (slug: string) => `client secret of ${slug}`
  const sealed = <T extends Pick<IssuerSettings, 'clientSecret'>>(slug: string, settings: T): T => ({
    ...settings,
    clientSecret: settings.clientSecret && secrets.seal(settings.clientSecret, placeOf(slug)),
  })
  const openSecret = (slug: string, kept: string | null) =>
    kept === null ? undefined : secrets.open(kept, placeOf(slug))
  const resealed = <T extends Pick<IssuerSettings, 'clientSecret'>>(slug: string, one: T): T | undefined =>
    one.clientSecret !== null && secrets.isOutdated(one.clientSecret)
      ? sealed(slug, { ...one, clientSecret: openSecret(slug, one.clientSecret) ?? null })
      : undefined
  return {
    setOrganisations: (slug, settings) =>
      database.asSystem(async (tx) => {
        const { before, after } = await organisations.setIssuer(tx, slug, sealed(slug, settings))
        if (!isSameIdentity(before, after)) await repo.endOfOrganisation(tx, after.id)
        return after
      }),
    setProviders: (settings) =>
      database.asSystem(async (tx) => {
        const before = await provider.setIdentity(tx, settings && sealed(PROVIDER_SLUG, settings))
        if (!before || !settings || !isSameIdentity(before, settings)) await repo.endOfProvider(tx)
      }),
    openSecret,
    async reseal() {
      let count = 0
      for (const { slug } of await organisations.list()) {
        const found = await organisations.findBySlug(slug)
        const again = found && resealed(slug, issuerOf(found))
        if (again) await database.asSystem((tx) => organisations.setIssuer(tx, slug, again))
        if (again) count += 1
      }
      const staff = await provider.identity()
      const again = staff && resealed(PROVIDER_SLUG, staff)
      if (again) await database.asSystem((tx) => provider.setIdentity(tx, again))
      return again ? count + 1 : count
    },
  }
}

const issuerOf = ({
  issuer,
  clientId,
  clientSecret,
  sendsIss,
  trustsEmailDomains,
  strengths,
}: IssuerSettings): IssuerSettings => ({
  issuer,
  clientId,
  clientSecret,
  sendsIss,
  trustsEmailDomains,
  strengths,
})

type Identity = Pick<IssuerSettings, 'issuer' | 'clientId' | 'trustsEmailDomains' | 'strengths'>

/** Other changes leave people signed in. */
const isSameIdentity = (before: Identity, after: Identity): boolean =>
  before.issuer === after.issuer &&
  before.clientId === after.clientId &&
  before.trustsEmailDomains === after.trustsEmailDomains &&
  JSON.stringify(before.strengths) === JSON.stringify(after.strengths)

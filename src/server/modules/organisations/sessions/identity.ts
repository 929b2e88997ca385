/**
 * Changing an identity ends its sessions. Only issuers that send `iss` (RFC 9207) may share a redirect address (mix-up
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

const nameSecret = (slug: string) => `client secret of ${slug}`

/** @param slug of an organisation or the provider. @throws SecretLost */
export const openClientSecret = (secrets: Secrets, slug: string, kept: string | null): string | undefined =>
  kept === null ? undefined : secrets.open(kept, nameSecret(slug))

export type IdentityService = ReturnType<typeof createIdentityService>

/** Identities of organisations and provider. */
export function createIdentityService(deps: {
  database: Database
  organisations: OrganisationsService
  provider: ProviderService
  secrets: Secrets
}) {
  const { database, organisations, provider, secrets } = deps
  const seal = (slug: string, secret: string | null) => secret && secrets.seal(secret, nameSecret(slug))
  const sealed = <T extends Pick<IssuerSettings, 'clientSecret'>>(slug: string, settings: T): T => ({
    ...settings,
    clientSecret: seal(slug, settings.clientSecret),
  })
  const openSecret = (slug: string, kept: string | null) => openClientSecret(secrets, slug, kept)
  /** Undefined if already under the first key. */
  const resealed = (slug: string, kept: string | null = null) =>
    kept !== null && secrets.isOutdated(kept) ? { clientSecret: seal(slug, openSecret(slug, kept) ?? null) } : undefined
  return {
    /** @throws Fault 404 */
    setOrganisations: (slug: string, settings: IssuerSettings) =>
      database.asSystem(async (tx) => {
        const { before, after } = await organisations.setIssuer(tx, slug, sealed(slug, settings))
        if (!isSameIdentity(before, after)) await repo.endOfOrganisation(tx, after.id)
        return after
      }),
    /** Undefined: only the embedded page. */
    setProviders: (settings: ProviderIdentity | undefined): Promise<void> =>
      database.asSystem(async (tx) => {
        const before = await provider.setIdentity(tx, settings && sealed(PROVIDER_SLUG, settings))
        if (!before || !settings || !isSameIdentity(before, settings)) await repo.endOfProvider(tx)
      }),
    openSecret,
    async reseal(): Promise<number> {
      let count = 0
      for (const { slug } of await organisations.list()) {
        const again = resealed(slug, (await organisations.findBySlug(slug))?.clientSecret)
        if (again) await database.asSystem((tx) => organisations.setIssuer(tx, slug, again))
        if (again) count += 1
      }
      const staff = await provider.identity()
      const again = resealed(PROVIDER_SLUG, staff?.clientSecret)
      if (!staff || !again) return count
      await database.asSystem((tx) => provider.setIdentity(tx, { ...staff, ...again }))
      return count + 1
    },
  }
}

type Identity = Pick<IssuerSettings, 'issuer' | 'clientId' | 'trustsEmailDomains' | 'strengths'>

/** Other changes leave people signed in. */
const isSameIdentity = (before: Identity, after: Identity): boolean =>
  before.issuer === after.issuer &&
  before.clientId === after.clientId &&
  before.trustsEmailDomains === after.trustsEmailDomains &&
  JSON.stringify(before.strengths) === JSON.stringify(after.strengths)

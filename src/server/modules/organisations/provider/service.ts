/**
 * Provider staff sign in at the provider's own OpenID Connect issuer, then choose an organisation. Once it is set, no
 * organisation's issuer and no password can sign them in.
 */
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import * as repo from './repo'
import type { ProviderIdentity } from './repo'

/** Takes the place of an organisation's slug; no organisation may have it. */
export const PROVIDER_SLUG = 'provider'

export type ProviderService = ReturnType<typeof createProviderService>

/** The provider's identity. */
export function createProviderService({ database }: { database: Database }) {
  return {
    /** Undefined where the provider has no issuer of its own. */
    identity: (): Promise<ProviderIdentity | undefined> =>
      database.asSystemWithoutTransaction((tx) => repo.identity(tx)),

    /** Undefined removes it; the caller ends what the old one began. @returns the old one */
    async setIdentity(tx: Tx, settings: ProviderIdentity | undefined): Promise<ProviderIdentity | undefined> {
      const before = await repo.identity(tx)
      await (settings ? repo.replaceIdentity(tx, settings) : repo.removeIdentity(tx))
      return before
    },
  }
}

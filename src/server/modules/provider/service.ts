/**
 * Policy: the provider's staff sign in at the provider's own OpenID Connect issuer and choose an organisation after
 * that. Once it is set, they come in through it alone: no organisation's issuer, and no password, speaks for them.
 */
import type { Database } from '../../db/database'
import * as repo from './repo'

export type ProviderIdentity = repo.ProviderIdentity

/** Stands for the provider where an organisation's slug is expected; no organisation may have it. */
export const PROVIDER_SLUG = 'provider'

export interface ProviderService {
  /** How the provider's staff sign in; undefined where the provider has no issuer of its own. */
  identity(): Promise<ProviderIdentity | undefined>
  /** Sets it; undefined removes it. */
  setIdentity(settings: ProviderIdentity | undefined): Promise<void>
}

/** The provider itself. */
export function createProviderService({ database }: { database: Database }): ProviderService {
  return {
    identity: () => database.oneAsSystem((tx) => repo.identity(tx)),
    setIdentity: (settings) =>
      database.asSystem(async (tx) => {
        await (settings ? repo.replaceIdentity(tx, settings) : repo.removeIdentity(tx))
      }),
  }
}

/**
 * The provider's staff sign in at the provider's own OpenID Connect issuer and choose an organisation after
 * that. Once it is set, they come in through it alone: no organisation's issuer, and no password, speaks for them.
 */
import type { Database, Tx } from '../../db/database'
import * as repo from './repo'

export type ProviderIdentity = repo.ProviderIdentity

/** Stands for the provider where an organisation's slug is expected; no organisation may have it. */
export const PROVIDER_SLUG = 'provider'

export interface ProviderService {
  /** How the provider's staff sign in; undefined where the provider has no issuer of its own. */
  identity(): Promise<ProviderIdentity | undefined>
  /** Keeps it, undefined removes it; the caller ends what the one before began. @returns the one before */
  setIdentity(tx: Tx, settings: ProviderIdentity | undefined): Promise<ProviderIdentity | undefined>
}

/** The provider itself. */
export function createProviderService({ database }: { database: Database }): ProviderService {
  return {
    identity: () => database.asSystemWithoutTransaction((tx) => repo.identity(tx)),
    async setIdentity(tx, settings) {
      const before = await repo.identity(tx)
      await (settings ? repo.replaceIdentity(tx, settings) : repo.removeIdentity(tx))
      return before
    },
  }
}

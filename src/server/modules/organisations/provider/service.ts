/**
 * Provider staff sign in at the provider's own issuer, then choose an organisation. Once it is set, nothing else can
 * sign them in.
 */
import type { Database } from '../../../db/database'
import type { DatabaseEngine, Tx } from '../../../db/engine'
import type { KeptIssuer } from '../../../db/keptIssuer'
import * as repo from './repo'
import type { ProviderIdentity } from './repo'

/** Reserved: no organisation may have it. */
export const PROVIDER_SLUG = 'provider'

export type ProviderService = ReturnType<typeof createProviderService>

/** The provider's identity. */
export function createProviderService({ database }: { database: Database }) {
  return {
    /** Undefined without an issuer of its own. */
    identity: (): Promise<ProviderIdentity | undefined> =>
      database.asSystemWithoutTransaction((tx) => repo.identity(tx)),

    /** Undefined removes it; the caller ends the old one's sessions. @returns the old one */
    async setIdentity(tx: Tx, settings: ProviderIdentity | undefined): Promise<ProviderIdentity | undefined> {
      const before = await repo.identity(tx)
      await (settings ? repo.replaceIdentity(tx, settings) : repo.removeIdentity(tx))
      return before
    },
  }
}

/** None or one, where there is no session. @param executeSql must bypass row-level security */
export const issuersOfProvider = (executeSql: DatabaseEngine['executeSql']): Promise<KeptIssuer[]> =>
  repo.issuers(executeSql, PROVIDER_SLUG)

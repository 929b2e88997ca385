import type { DatabaseEngine, Tx } from '../../../db/engine'
import { ISSUER_COLUMNS, keptIssuerRow } from '../../../db/keptIssuer'
import { parseRows } from '../../../db/rows'
import { providerIdentity } from '../../../db/schema'

export type ProviderIdentity = Omit<typeof providerIdentity.$inferSelect, 'isOnly'>

/** Undefined where none is set. */
export async function identity(tx: Tx): Promise<ProviderIdentity | undefined> {
  const [found] = await tx.select().from(providerIdentity)
  return found
}

/** Replaces the identity. */
export async function replaceIdentity(tx: Tx, settings: ProviderIdentity): Promise<void> {
  await tx.delete(providerIdentity)
  await tx.insert(providerIdentity).values(settings)
}

/** Removes the identity. */
export const removeIdentity = (tx: Tx) => tx.delete(providerIdentity)

/** None or one. @param slug stands for the provider. */
export const issuers = async (executeSql: DatabaseEngine['executeSql'], slug: string) =>
  parseRows(await executeSql(`select $1 as slug, ${ISSUER_COLUMNS} from provider_identity`, [slug]), keptIssuerRow)

import type { Tx } from '../../db/database'
import { providerIdentity } from '../../db/schema'

export type ProviderIdentity = Omit<typeof providerIdentity.$inferSelect, 'isOnly'>

/** The provider's identity, where one is set. */
export async function identity(tx: Tx): Promise<ProviderIdentity | undefined> {
  const [found] = await tx.select().from(providerIdentity)
  return found
}

/** Sets the provider's identity in the place of the one before. */
export async function replaceIdentity(tx: Tx, settings: ProviderIdentity): Promise<void> {
  await tx.delete(providerIdentity)
  await tx.insert(providerIdentity).values(settings)
}

/** Removes the provider's identity. */
export const removeIdentity = (tx: Tx) => tx.delete(providerIdentity)

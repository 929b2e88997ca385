import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { campaigns, neverDrawnSettings } from '../../../db/schema'

/** Undefined until set. */
export async function findSettings(tx: Tx, organisationId: string): Promise<unknown> {
  const [found] = await tx
    .select()
    .from(neverDrawnSettings)
    .where(eq(neverDrawnSettings.organisationId, organisationId))
  return found?.filters
}

/** Replaces the settings. */
export const saveSettings = (tx: Tx, settings: typeof neverDrawnSettings.$inferInsert) =>
  tx
    .insert(neverDrawnSettings)
    .values(settings)
    .onConflictDoUpdate({ target: neverDrawnSettings.organisationId, set: settings })

/** Packed; null once prepared. */
export async function neverDrawnHouseholds(tx: Tx, id: number): Promise<Uint8Array | null> {
  const [found] = await tx.select({ list: campaigns.neverDrawnHouseholds }).from(campaigns).where(eq(campaigns.id, id))
  return found?.list ?? null
}

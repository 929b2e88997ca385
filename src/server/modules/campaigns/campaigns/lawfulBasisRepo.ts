import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { lawfulBasisSettings } from '../../../db/schema'

/** Undefined until set. */
export async function findBasisSettings(tx: Tx, organisationId: string) {
  const [found] = await tx
    .select()
    .from(lawfulBasisSettings)
    .where(eq(lawfulBasisSettings.organisationId, organisationId))
  return found
}

/** Replaces the settings. */
export const saveBasisSettings = (tx: Tx, settings: typeof lawfulBasisSettings.$inferInsert) =>
  tx
    .insert(lawfulBasisSettings)
    .values(settings)
    .onConflictDoUpdate({ target: lawfulBasisSettings.organisationId, set: settings })

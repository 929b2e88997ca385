import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { retentionPeriods } from '../../../db/schema'
import { namedOrganisations } from '../../organisations/organisations/fragments'

export type PeriodsRow = typeof retentionPeriods.$inferSelect

/** Undefined before the first night and without a change. */
export async function find(tx: Tx, organisationId: string): Promise<PeriodsRow | undefined> {
  const [found] = await tx.select().from(retentionPeriods).where(eq(retentionPeriods.organisationId, organisationId))
  return found
}

/** The rest keeps its value or default. */
export const save = (tx: Tx, organisationId: string, change: Partial<Omit<PeriodsRow, 'organisationId'>>) =>
  tx
    .insert(retentionPeriods)
    .values({ organisationId, ...change })
    .onConflictDoUpdate({ target: retentionPeriods.organisationId, set: change })

/** The next night is not compared with restored ones. */
export const clearLastNights = (tx: Tx) => tx.update(retentionPeriods).set({ lastNightAt: null })

/** Every organisation's id. */
export function organisationIds(tx: Tx): Promise<{ id: string }[]> {
  const organisations = namedOrganisations(tx)
  return tx.select({ id: organisations.id }).from(organisations).orderBy(asc(organisations.slug))
}

import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { deviceKeys } from '../../../db/schema'

type Owner = Pick<typeof deviceKeys.$inferInsert, 'organisationId' | 'personId'>

/** Stores the key unless there is one. @returns the stored one */
export async function keepFirst(tx: Tx, owner: Owner, key: string): Promise<string> {
  await tx
    .insert(deviceKeys)
    .values({ ...owner, key })
    .onConflictDoNothing()
  const [kept] = await tx
    .select({ key: deviceKeys.key })
    .from(deviceKeys)
    .where(and(eq(deviceKeys.organisationId, owner.organisationId), eq(deviceKeys.personId, owner.personId)))
  return kept?.key ?? key
}

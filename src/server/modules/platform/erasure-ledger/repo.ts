import { count, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { erasureKeys, erasures } from '../../../db/schema'

/** Made on first use: imports share the lock, an erasure has it alone. */
export async function lockKey(tx: Tx, organisationId: string, fresh: string, how: 'share' | 'update'): Promise<string> {
  await tx.insert(erasureKeys).values({ organisationId, key: fresh }).onConflictDoNothing()
  const [found] = await tx
    .select({ key: erasureKeys.key })
    .from(erasureKeys)
    .where(eq(erasureKeys.organisationId, organisationId))
    .for(how)
  if (!found) throw new Error('The key of the erasures is gone.')
  return found.key
}

/** Undefined if nothing was ever erased. */
export async function findKey(tx: Tx, organisationId: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ key: erasureKeys.key })
    .from(erasureKeys)
    .where(eq(erasureKeys.organisationId, organisationId))
  return found?.key
}

/** Organisations that may have erasures. */
export const organisationsWithKey = (tx: Tx) =>
  tx.select({ organisationId: erasureKeys.organisationId }).from(erasureKeys)

/** Digests of erased households. */
export const listDigests = (tx: Tx, organisationId: string) =>
  tx.select({ digest: erasures.digest }).from(erasures).where(eq(erasures.organisationId, organisationId))

/** How many households were erased. */
export async function countErasureRows(tx: Tx, organisationId: string): Promise<number> {
  const [found] = await tx.select({ all: count() }).from(erasures).where(eq(erasures.organisationId, organisationId))
  return found?.all ?? 0
}

/** Idempotent. */
export const insert = (tx: Tx, row: typeof erasures.$inferInsert) =>
  tx.insert(erasures).values(row).onConflictDoNothing()

import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { sendingAllowance } from '../../db/schema'

export type AllowanceRow = typeof sendingAllowance.$inferSelect

/** Held until the transaction ends; `fresh` where there is none. */
export async function holdAllowance(tx: Tx, fresh: AllowanceRow): Promise<AllowanceRow> {
  await tx.insert(sendingAllowance).values(fresh).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(sendingAllowance)
    .where(eq(sendingAllowance.provider, fresh.provider))
    .for('update')
  return row ?? fresh
}

/** Saves it. */
export async function saveAllowance(tx: Tx, row: AllowanceRow): Promise<void> {
  await tx.update(sendingAllowance).set(row).where(eq(sendingAllowance.provider, row.provider))
}

/** The next message begins a full allowance. */
export const forgetAllowance = (tx: Tx) => tx.delete(sendingAllowance)

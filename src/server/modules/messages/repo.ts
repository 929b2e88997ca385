import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { sendingAllowance } from '../../db/schema'

export type AllowanceRow = typeof sendingAllowance.$inferSelect

/** The allowance, held until the transaction ends; `fresh` where there is none yet. */
export async function holdAllowance(tx: Tx, fresh: AllowanceRow): Promise<AllowanceRow> {
  await tx.insert(sendingAllowance).values(fresh).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(sendingAllowance)
    .where(eq(sendingAllowance.provider, fresh.provider))
    .for('update')
  return row ?? fresh
}

/** Keeps what may still be sent. */
export async function saveAllowance(tx: Tx, row: AllowanceRow): Promise<void> {
  await tx.update(sendingAllowance).set(row).where(eq(sendingAllowance.provider, row.provider))
}

/** Forgets what was sent, and with it what may not be sent now. */
export const forgetAllowance = (tx: Tx) => tx.delete(sendingAllowance)

import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { sendingAllowance } from '../../../db/schema'

export type AllowanceRow = typeof sendingAllowance.$inferSelect

/** Locks the allowance for the transaction; `fresh` if missing. */
export async function lockAllowance(tx: Tx, fresh: AllowanceRow): Promise<AllowanceRow> {
  const lock = () =>
    tx.select().from(sendingAllowance).where(eq(sendingAllowance.provider, fresh.provider)).for('update')
  const [known] = await lock()
  if (known) return known
  await tx.insert(sendingAllowance).values(fresh).onConflictDoNothing()
  const [row] = await lock()
  return row ?? fresh
}

/** Stores the locked allowance. */
export async function saveAllowance(tx: Tx, row: AllowanceRow): Promise<void> {
  await tx.update(sendingAllowance).set(row).where(eq(sendingAllowance.provider, row.provider))
}

/** The allowance exists, because a text was sent. */
export const saveTextsFrom = (
  tx: Tx,
  account: string,
  sender: { readonly textsFrom: string; readonly textsFromVersion: string },
) => tx.update(sendingAllowance).set(sender).where(eq(sendingAllowance.provider, account))

/** Null: unknown for these settings. */
export async function findTextsFrom(tx: Tx, account: string, version: string): Promise<string | null> {
  const [found] = await tx
    .select({ textsFrom: sendingAllowance.textsFrom })
    .from(sendingAllowance)
    .where(and(eq(sendingAllowance.provider, account), eq(sendingAllowance.textsFromVersion, version)))
  return found?.textsFrom ?? null
}

/** Deletes one account's allowance. */
export const deleteAccountAllowance = (tx: Tx, account: string) =>
  tx.delete(sendingAllowance).where(eq(sendingAllowance.provider, account))

/** The next message starts with a full one. */
export const deleteAllowance = (tx: Tx) => tx.delete(sendingAllowance)

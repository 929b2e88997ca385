import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { signInAttempts } from '../../db/schema'

/** Adds an attempt, and removes those whose time is over. */
export const insert = async (tx: Tx, attempt: typeof signInAttempts.$inferInsert) => {
  await tx.delete(signInAttempts).where(sql`${signInAttempts.expiresAt} <= now()`)
  await tx.insert(signInAttempts).values(attempt)
}

/** Takes the attempt out: whatever comes of it, it is used. */
export async function take(tx: Tx, idHash: string) {
  const [taken] = await tx
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.idHash, idHash), sql`${signInAttempts.expiresAt} > now()`))
    .returning()
  return taken
}

import { and, eq, lt } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { idempotencyKeys } from '../../../db/schema'

export type Claim = Pick<typeof idempotencyKeys.$inferInsert, 'organisationId' | 'personId' | 'key' | 'requestHash'>

const isClaim = (claim: Claim) =>
  and(
    eq(idempotencyKeys.organisationId, claim.organisationId),
    eq(idempotencyKeys.personId, claim.personId),
    eq(idempotencyKeys.key, claim.key),
  )

/** A concurrent call waits here. @returns false when the key exists */
export async function claim(tx: Tx, claimed: Claim): Promise<boolean> {
  const rows = await tx.insert(idempotencyKeys).values(claimed).onConflictDoNothing().returning()
  return rows.length === 1
}

/** The stored call with this key. */
export async function find(tx: Tx, claimed: Claim) {
  const [found] = await tx.select().from(idempotencyKeys).where(isClaim(claimed))
  return found
}

/** How many keys a person has. */
export const countKeys = (tx: Tx, { organisationId, personId }: Pick<Claim, 'organisationId' | 'personId'>) =>
  tx.$count(
    idempotencyKeys,
    and(eq(idempotencyKeys.organisationId, organisationId), eq(idempotencyKeys.personId, personId)),
  )

/** Stores the reply. */
export const keepReply = (tx: Tx, claimed: Claim, reply: unknown) =>
  tx.update(idempotencyKeys).set({ reply }).where(isClaim(claimed))

/** Deletes keys older than a time. */
export const forgetBefore = (tx: Tx, time: Date) =>
  tx.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, time))

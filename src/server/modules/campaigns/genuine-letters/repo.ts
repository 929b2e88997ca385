import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { genuineLetterLooks } from '../../../db/schema'

/** Adds to a campaign's looks. */
export const addLetterLooks = (tx: Tx, organisationId: string, campaignId: number, looks: number) =>
  tx
    .insert(genuineLetterLooks)
    .values({ organisationId, campaignId, looks })
    .onConflictDoUpdate({
      target: genuineLetterLooks.campaignId,
      set: { looks: sql`${genuineLetterLooks.looks} + excluded.looks` },
    })

/** 0 before the first. */
export async function countLetterLooks(tx: Tx, campaignId: number): Promise<number> {
  const [found] = await tx
    .select({ looks: genuineLetterLooks.looks })
    .from(genuineLetterLooks)
    .where(eq(genuineLetterLooks.campaignId, campaignId))
  return found?.looks ?? 0
}

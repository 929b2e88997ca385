import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { letterLooks } from '../../../db/schema'

/** Adds to a campaign's looks. */
export const addLetterLooks = (tx: Tx, organisationId: string, campaignId: number, looks: number) =>
  tx
    .insert(letterLooks)
    .values({ organisationId, campaignId, looks })
    .onConflictDoUpdate({
      target: letterLooks.campaignId,
      set: { looks: sql`${letterLooks.looks} + excluded.looks` },
    })

/** 0 before the first. */
export async function countLetterLooks(tx: Tx, campaignId: number): Promise<number> {
  const [found] = await tx
    .select({ looks: letterLooks.looks })
    .from(letterLooks)
    .where(eq(letterLooks.campaignId, campaignId))
  return found?.looks ?? 0
}

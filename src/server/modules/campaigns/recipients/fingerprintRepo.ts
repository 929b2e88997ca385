import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { recipients } from '../../../db/schema'

export interface ListFormat {
  /** Lines, each with its end. */
  readonly before: string
  readonly heldOutMark: string
  readonly neverDrawnMark: string
}

/** SHA-256 of the format and sorted references, with their arms' marks: equals `recipients_hash`. */
export async function hashOfList(
  tx: Tx,
  campaignId: number,
  { before, heldOutMark, neverDrawnMark }: ListFormat,
): Promise<string> {
  const [found] = await tx
    .select({
      hash: sql<string>`encode(sha256(convert_to(${before}::text || coalesce(string_agg(
        ${recipients.householdReference} || case when ${recipients.heldOut} then ${heldOutMark}::text
          when ${recipients.neverDrawn} then ${neverDrawnMark}::text else '' end,
        chr(10) order by ${recipients.position}), ''), 'UTF8')), 'hex')`,
    })
    .from(recipients)
    .where(eq(recipients.campaignId, campaignId))
  return found?.hash ?? ''
}

/** The households that a campaign contacted: those whose message the provider took (decision 25). References only. */
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Database, Tx } from '../../db/database'
import { pagesOf } from '../../db/pages'
import { recipients } from '../../db/schema'

/** References read in one statement: some milliseconds, so that other requests are not kept waiting. */
const ROWS_A_STATEMENT = 5_000

/** How many there are. */
export const countContacted = (tx: Tx, campaignId: number): Promise<number> =>
  tx.$count(recipients, and(eq(recipients.campaignId, campaignId), isNotNull(recipients.sentAt)))

/** Their references, a page at a time, each read in a transaction of its own. */
export async function* contactedReferences(database: Database, organisationId: string, campaignId: number): AsyncGenerator<string[]> {
  const pages = pagesOf<{ reference: string }>((last) =>
    database.forOrganisation(organisationId, (tx) =>
      tx
        .select({ reference: recipients.householdReference })
        .from(recipients)
        .where(
          and(
            eq(recipients.campaignId, campaignId),
            isNotNull(recipients.sentAt),
            gt(recipients.householdReference, last?.reference ?? ''),
          ),
        )
        .orderBy(asc(recipients.householdReference))
        .limit(ROWS_A_STATEMENT),
    ),
  )
  for await (const page of pages) yield page.map(({ reference }) => reference)
}

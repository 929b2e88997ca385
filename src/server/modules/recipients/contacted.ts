/**
 * Policy (docs/product.md#eligible-households): which households a campaign contacted. Those whose message the provider
 * took, but for those that are known not to have had it: a text to a phone that is off or a number that does not exist,
 * a letter that Notify could not print or that came back. A household that was told nothing is nobody's take-up, and no
 * reason to leave it out of the next campaign. What may still arrive counts until it is known to have failed.
 */
import { and, asc, count, eq, gt, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Tx } from '../../db/database'
import { monthOf, type Span } from '../../db/days'
import { pagesOf } from '../../db/pages'
import { rowsOf } from '../../db/rows'
import { campaigns, contactChanges, recipients } from '../../db/schema'

/** Written out, as the index of those that failed is: the planner compares the words. */
const wasContacted = sql`${recipients.sentAt} is not null and ${recipients.state} in ('sending', 'delivered')`
const wasNotReached = sql`${recipients.sentAt} is not null and ${recipients.state} not in ('sending', 'delivered')`

/** References read in one statement: some milliseconds, so that other requests are not kept waiting. */
const ROWS_A_STATEMENT = 5_000

/** How many a campaign contacted. */
export const countContacted = (tx: Tx, campaignId: number): Promise<number> =>
  tx.$count(recipients, and(eq(recipients.campaignId, campaignId), wasContacted))

/** Their references, a page at a time, each read in a transaction of its own. */
export async function* contactedReferences(
  database: Database,
  organisationId: string,
  campaignId: number,
): AsyncGenerator<string[]> {
  const pages = pagesOf<{ reference: string }>((last) =>
    database.forOrganisation(organisationId, (tx) =>
      tx
        .select({ reference: recipients.householdReference })
        .from(recipients)
        .where(
          and(
            eq(recipients.campaignId, campaignId),
            wasContacted,
            gt(recipients.householdReference, last?.reference ?? ''),
          ),
        )
        .orderBy(asc(recipients.householdReference))
        .limit(ROWS_A_STATEMENT),
    ),
  )
  for await (const page of pages) yield page.map(({ reference }) => reference)
}

const inSpan = ({ from, until }: Span) => and(wasContacted, gte(recipients.sentAt, from), lt(recipients.sentAt, until))

/** How many each campaign contacted in the span. */
export async function contactedByCampaign(
  tx: Tx,
  campaignIds: readonly number[],
  span: Span,
): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: recipients.campaignId, contacted: count() })
    .from(recipients)
    .where(and(inArray(recipients.campaignId, [...campaignIds]), inSpan(span)))
    .groupBy(recipients.campaignId)
  return new Map(rows.map(({ id, contacted }) => [id, contacted]))
}

/** How many the organisation's campaigns contacted, by month (yyyy-mm). */
export async function contactedByMonth(tx: Tx, organisationId: string, span: Span): Promise<Map<string, number>> {
  const rows = await tx
    .select({ month: monthOf(recipients.sentAt), contacted: count() })
    .from(recipients)
    .where(and(eq(recipients.organisationId, organisationId), inSpan(span)))
    .groupBy(sql`1`)
  return new Map(rows.map(({ month, contacted }) => [month, contacted]))
}

/** `at`: seconds since 1970. */
const contactedRow = z.object({ reference: z.string(), at: z.number() })
export type ContactedHousehold = z.infer<typeof contactedRow>

/** Some households after a reference that a campaign contacted or is about to, and when each was last contacted. */
export async function contactedHouseholds(
  tx: Tx,
  organisationId: string,
  after: string,
  limit: number,
): Promise<ContactedHousehold[]> {
  const result = await tx.execute(sql`
    select recipients.household_reference as reference,
      extract(epoch from max(coalesce(recipients.sent_at, campaigns.run_at)))::float8 as at
    from recipients join campaigns on campaigns.id = recipients.campaign_id
    where recipients.organisation_id = ${organisationId} and recipients.household_reference > ${after}
      and campaigns.run_at is not null
      and (${wasContacted} or (campaigns.completed_at is null and recipients.state in ('prepared', 'sending')))
    group by recipients.household_reference order by recipients.household_reference limit ${limit}`)
  return rowsOf(result, contactedRow)
}

/**
 * What the facts beside an organisation's snapshots are made of (see reachable.ts), in one statement: every count asks
 * it. The contacted change with the campaigns that are run and sent, and with each message that is known to have failed;
 * a text that arrived after all, which is rare, is noticed with the next of these.
 */
export async function reachableVersions(
  tx: Tx,
  organisationId: string,
): Promise<{ contacts: string; contacted: string }> {
  const time = (last: SQL) => sql`coalesce(extract(epoch from ${last})::text, '')`
  const result = await tx.execute(sql`
    select coalesce((select version from ${contactChanges} where organisation_id = ${organisationId}), 0)::text as contacts,
      (select count(*) || ' ' || count(completed_at) || ' ' || ${time(sql`max(completed_at)`)}
       from ${campaigns} where organisation_id = ${organisationId} and run_at is not null) || ' ' ||
      (select ${time(sql`max(updated_at)`)}
       from ${recipients} where organisation_id = ${organisationId} and ${wasNotReached}) as contacted`)
  return rowsOf(result, z.object({ contacts: z.string(), contacted: z.string() }))[0] ?? { contacts: '', contacted: '' }
}

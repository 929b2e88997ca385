import { and, asc, count, eq, gte, inArray, isNotNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { dayStart } from '../../db/days'
import { auditEntries, campaigns, recipients, snapshots } from '../../db/schema'

/** A time span as the records have it: from a moment, up to but without another. */
export interface Span {
  readonly from: SQL
  readonly until: SQL
}

/** Whole days of London, both included. @param from yyyy-mm-dd, as is `to`. */
export const spanOf = ({ from, to }: { from: string; to: string }): Span => ({ from: dayStart(from), until: dayStart(to, 1) })

/** Of a moment, its month in London as yyyy-mm. */
const monthOf = (moment: unknown): SQL<string> => sql<string>`to_char(${moment} at time zone 'Europe/London', 'YYYY-MM')`

/** Campaigns that were sent for review or sent in the span, oldest first, but for those that were cancelled. */
export const campaignsIn = (tx: Tx, organisationId: string, { from, until }: Span) =>
  tx
    .select({
      id: campaigns.id,
      name: campaigns.name,
      benefit: campaigns.benefitName,
      channel: campaigns.channel,
      status: campaigns.status,
      sentAt: campaigns.sentAt,
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.organisationId, organisationId),
        ne(campaigns.status, 'cancelled'),
        or(
          and(gte(campaigns.createdAt, from), lt(campaigns.createdAt, until)),
          and(gte(campaigns.sentAt, from), lt(campaigns.sentAt, until)),
        ),
      ),
    )
    .orderBy(asc(sql`coalesce(${campaigns.sentAt}, ${campaigns.createdAt})`), asc(campaigns.id))

/** How many messages of each campaign the provider took in the span. */
export async function contactedBy(tx: Tx, campaignIds: readonly number[], { from, until }: Span): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: recipients.campaignId, contacted: count() })
    .from(recipients)
    .where(and(inArray(recipients.campaignId, [...campaignIds]), gte(recipients.sentAt, from), lt(recipients.sentAt, until)))
    .groupBy(recipients.campaignId)
  return new Map(rows.map(({ id, contacted }) => [id, contacted]))
}

/** Messages that the provider took, by month. */
export async function contactedByMonth(tx: Tx, organisationId: string, { from, until }: Span): Promise<Map<string, number>> {
  const month = monthOf(recipients.sentAt)
  const rows = await tx
    .select({ month, contacted: count() })
    .from(recipients)
    .where(
      and(
        eq(recipients.organisationId, organisationId),
        isNotNull(recipients.sentAt),
        gte(recipients.sentAt, from),
        lt(recipients.sentAt, until),
      ),
    )
    .groupBy(sql`1`)
  return new Map(rows.map(({ month: name, contacted }) => [name, contacted]))
}

/** How many of the organisation's people signed in: by month, and in all. The provider's staff are left out. */
export async function activeUsers(tx: Tx, organisationId: string, { from, until }: Span): Promise<{ total: number; byMonth: Map<string, number> }> {
  const theirs = and(
    eq(auditEntries.organisationId, organisationId),
    eq(auditEntries.action, 'sign_in'),
    ne(auditEntries.actorRole, 'SuperAdmin'),
    gte(auditEntries.at, from),
    lt(auditEntries.at, until),
  )
  const people = sql<number>`count(distinct lower(${auditEntries.actorEmail}))::int`
  const [all] = await tx.select({ people }).from(auditEntries).where(theirs)
  const rows = await tx.select({ month: monthOf(auditEntries.at), people }).from(auditEntries).where(theirs).groupBy(sql`1`)
  return { total: all?.people ?? 0, byMonth: new Map(rows.map(({ month, people: active }) => [month, active])) }
}

/** The snapshots of the months from the first to the last, yyyy-mm-dd. */
export const snapshotsIn = (tx: Tx, organisationId: string, first: string, last: string) =>
  tx
    .select({ month: snapshots.month, households: snapshots.householdCount })
    .from(snapshots)
    .where(and(eq(snapshots.organisationId, organisationId), gte(snapshots.month, first), sql`${snapshots.month} <= ${last}`))
    .orderBy(asc(snapshots.month))

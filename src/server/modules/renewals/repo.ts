import { and, asc, eq, gte, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { dayStart, monthOf, type Span } from '../../db/days'
import { auditEntries, campaigns, snapshots } from '../../db/schema'

/** Whole days of London, both included. @param from yyyy-mm-dd, as is `to`. */
export const spanOf = ({ from, to }: { from: string; to: string }): Span => ({
  from: dayStart(from),
  until: dayStart(to, 1),
})

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

/** How many of the organisation's people signed in: by month, and in all. The provider's staff are left out. */
export async function activeUsers(
  tx: Tx,
  organisationId: string,
  { from, until }: Span,
): Promise<{ total: number; byMonth: Map<string, number> }> {
  const theirs = and(
    eq(auditEntries.organisationId, organisationId),
    eq(auditEntries.action, 'sign_in'),
    ne(auditEntries.actorRole, 'SuperAdmin'),
    gte(auditEntries.at, from),
    lt(auditEntries.at, until),
  )
  const people = sql<number>`count(distinct lower(${auditEntries.actorEmail}))::int`
  const [all] = await tx.select({ people }).from(auditEntries).where(theirs)
  const rows = await tx
    .select({ month: monthOf(auditEntries.at), people })
    .from(auditEntries)
    .where(theirs)
    .groupBy(sql`1`)
  return { total: all?.people ?? 0, byMonth: new Map(rows.map(({ month, people: active }) => [month, active])) }
}

/** The snapshots of the months from the first to the last, yyyy-mm-dd. */
export const snapshotsIn = (tx: Tx, organisationId: string, first: string, last: string) =>
  tx
    .select({ month: snapshots.month, households: snapshots.householdCount })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.organisationId, organisationId),
        gte(snapshots.month, first),
        sql`${snapshots.month} <= ${last}`,
      ),
    )
    .orderBy(asc(snapshots.month))

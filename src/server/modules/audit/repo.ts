import { and, asc, count, desc, eq, gte, lt, lte, max, ne, sql, type SQL } from 'drizzle-orm'
import type { AuditFilter } from '#contract/audit'
import type { Tx } from '../../db/database'
import { dayStart, monthOf, type Span } from '../../db/time'
import { auditEntries, organisations } from '../../db/schema'

/** Adds an entry; there is no way to change one. */
export const insert = (tx: Tx, entry: typeof auditEntries.$inferInsert) => tx.insert(auditEntries).values(entry)

const entry = {
  id: auditEntries.id,
  at: auditEntries.at,
  organisation: organisations.name,
  actor_email: auditEntries.actorEmail,
  actor_role: auditEntries.actorRole,
  action: auditEntries.action,
  subject: auditEntries.subject,
  quantity: auditEntries.quantity,
}

/** Text as LIKE takes it for itself. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const matching = ({ actor, action, organisation, from, to }: AuditFilter): SQL | undefined =>
  and(
    actor ? sql`lower(${auditEntries.actorEmail}) like ${`%${literally(actor.trim().toLowerCase())}%`}` : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    organisation ? eq(organisations.slug, organisation) : undefined,
    from ? sql`${auditEntries.at} >= ${dayStart(from)}` : undefined,
    to ? sql`${auditEntries.at} < ${dayStart(to, 1)}` : undefined,
  )

const entries = (tx: Tx) =>
  tx
    .select(entry)
    .from(auditEntries)
    .innerJoin(organisations, eq(organisations.id, auditEntries.organisationId))
    .$dynamic()

/** A page of the entries that match, newest first. */
export const page = (tx: Tx, filter: AuditFilter, limit: number, offset: number) =>
  entries(tx).where(matching(filter)).orderBy(desc(auditEntries.at), desc(auditEntries.id)).limit(limit).offset(offset)

/** How many match, and the last of all that there are. */
export async function totals(tx: Tx, filter: AuditFilter): Promise<{ total: number; lastId: number }> {
  const [matched] = await tx
    .select({ total: count() })
    .from(auditEntries)
    .innerJoin(organisations, eq(organisations.id, auditEntries.organisationId))
    .where(matching(filter))
  const [last] = await tx.select({ id: max(auditEntries.id) }).from(auditEntries)
  return { total: matched?.total ?? 0, lastId: last?.id ?? 0 }
}

/** The next of those that match, oldest first: after one entry, up to another. */
export const stretch = (tx: Tx, filter: AuditFilter, afterId: number, lastId: number, limit: number) =>
  entries(tx)
    .where(and(matching(filter), sql`${auditEntries.id} > ${afterId}`, lte(auditEntries.id, lastId)))
    .orderBy(asc(auditEntries.id))
    .limit(limit)

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

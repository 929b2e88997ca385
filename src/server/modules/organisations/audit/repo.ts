import { and, asc, count, desc, eq, gt, gte, like, lt, lte, max, ne, or, sql, type SQL } from 'drizzle-orm'
import type { AuditFilter } from '#contract/organisations/audit'
import type { Tx } from '../../../db/engine'
import { dayStart, selectMonth, type Span } from '../../../db/time'
import { namedOrganisations } from '../organisations/fragments'
import { knownPeople } from '../people/fragments'
import { auditEntries } from '../../../db/schema'

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function matching(tx: Tx, { actor, action, organisation, from, to }: AuditFilter) {
  const organisations = namedOrganisations(tx)
  const people = knownPeople(tx)
  const where: SQL | undefined = and(
    actor ? sql`lower(${auditEntries.actorEmail}) like ${`%${literally(actor.trim().toLowerCase())}%`}` : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    organisation ? eq(organisations.slug, organisation) : undefined,
    from ? sql`${auditEntries.at} >= ${dayStart(from)}` : undefined,
    to ? sql`${auditEntries.at} < ${dayStart(to, 1)}` : undefined,
  )
  const entry = {
    id: auditEntries.id,
    organisationId: auditEntries.organisationId,
    at: auditEntries.at,
    organisation: organisations.name,
    actor_email: auditEntries.actorEmail,
    actor_role: auditEntries.actorRole,
    action: auditEntries.action,
    /** Stored as a person's id, shown as the address. */
    subject: sql<string>`coalesce(${people.email} || substr(${auditEntries.subject}, 37), ${auditEntries.subject})`,
    quantity: auditEntries.quantity,
  }
  const isIts = eq(organisations.id, auditEntries.organisationId)
  const isAbout = sql`${people.id}::text = left(${auditEntries.subject}, 36)`
  return {
    rows: (also?: SQL) =>
      tx
        .select(entry)
        .from(auditEntries)
        .innerJoin(organisations, isIts)
        .leftJoin(people, isAbout)
        .where(and(where, also)),
    count: () => tx.select({ total: count() }).from(auditEntries).innerJoin(organisations, isIts).where(where),
  }
}

/** One actor's entries on an action in the last hour. */
export async function ofLastHour(tx: Tx, organisationId: string, actorEmail: string, action: string): Promise<number> {
  const [found] = await tx
    .select({ entries: count() })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.organisationId, organisationId),
        eq(auditEntries.actorEmail, actorEmail),
        eq(auditEntries.action, action),
        gt(auditEntries.at, sql`now() - interval '1 hour'`),
      ),
    )
  return found?.entries ?? 0
}

/** A page of matching entries, newest first. */
export const page = (tx: Tx, filter: AuditFilter, limit: number, offset: number) =>
  matching(tx, filter).rows().orderBy(desc(auditEntries.at), desc(auditEntries.id)).limit(limit).offset(offset)

/** Matches, and the newest id then. */
export async function totals(tx: Tx, filter: AuditFilter): Promise<{ total: number; lastId: number }> {
  const [matched] = await matching(tx, filter).count()
  const [last] = await tx.select({ id: max(auditEntries.id) }).from(auditEntries)
  return { total: matched?.total ?? 0, lastId: last?.id ?? 0 }
}

/** Between two ids, oldest first. */
export const entriesBetween = (tx: Tx, filter: AuditFilter, afterId: number, lastId: number, limit: number) =>
  matching(tx, filter)
    .rows(and(gt(auditEntries.id, afterId), lte(auditEntries.id, lastId)))
    .orderBy(asc(auditEntries.id))
    .limit(limit)

/** The subject alone or followed by a comma; in order. */
export const entriesAbout = (tx: Tx, organisationId: string, subject: string) =>
  tx
    .select({
      position: auditEntries.position,
      at: auditEntries.at,
      actorEmail: auditEntries.actorEmail,
      action: auditEntries.action,
    })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.organisationId, organisationId),
        or(eq(auditEntries.subject, subject), like(auditEntries.subject, `${literally(subject)},%`)),
      ),
    )
    .orderBy(asc(auditEntries.id))

/** By month (yyyy-mm) and in total, without provider staff. */
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
    .select({ month: selectMonth(auditEntries.at), people })
    .from(auditEntries)
    .where(theirs)
    .groupBy(sql`1`)
  return { total: all?.people ?? 0, byMonth: new Map(rows.map(({ month, people: active }) => [month, active])) }
}

import { and, asc, count, desc, eq, gt, gte, isNull, lt, min, notLike, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditEntries, auditHeads, auditSeals, auditStarts } from '../../../db/schema'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { UNKEYED } from '../../../lib/secrets'
import { namedOrganisations } from '../organisations/fragments'
import type { Witness } from './witness'

export type Seal = typeof auditSeals.$inferSelect
export type Start = typeof auditStarts.$inferSelect
export type ChainedEntry = Awaited<ReturnType<typeof entriesAfter>>[number]

/** A page of the chain, in order. {@link outsideEntries} are all others. */
export const entriesAfter = (tx: Tx, organisationId: string, position: number, id: number, limit: number) =>
  tx
    .select({
      id: auditEntries.id,
      organisationId: auditEntries.organisationId,
      position: sql<number>`${auditEntries.position}::double precision`,
      at: sql<string>`to_char(${auditEntries.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      actorEmail: auditEntries.actorEmail,
      actorRole: auditEntries.actorRole,
      action: auditEntries.action,
      subject: auditEntries.subject,
      quantity: auditEntries.quantity,
      hash: auditEntries.hash,
    })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.organisationId, organisationId),
        gt(auditEntries.position, 0),
        or(gt(auditEntries.position, position), and(eq(auditEntries.position, position), gt(auditEntries.id, id))),
      ),
    )
    .orderBy(asc(auditEntries.position), asc(auditEntries.id))
    .limit(limit)

/** In the chain. */
export interface NewEntry {
  readonly organisationId: string
  readonly at: Date
  readonly actorEmail: string
  readonly actorRole: string
  readonly action: string
  readonly subject: string
  readonly quantity: number | null
  readonly position: number
  readonly hash: string
}

/** Locks the chain's end; a chain that has none begins at `start`. @throws Error when the organisation is gone */
export async function lockEnd(tx: Tx, { organisationId, keyedFrom, signature }: Start) {
  const [end] = parseRows(
    await tx.execute(
      sql`select last_position as position, last_hash as hash, now() as now
          from lock_audit_end(${organisationId}, ${keyedFrom}, ${signature})`,
    ),
    z.object({ position: z.coerce.number(), hash: z.string(), now: z.coerce.date() }),
  )
  if (!end) throw new Error('The organisation of an audit entry is gone.')
  return end
}

/** Adds an entry and moves the chain's end to it, which nobody may do but by this function of the database. */
export const addEntry = (tx: Tx, entry: NewEntry) =>
  tx.execute(
    sql`select add_audit_entry(${entry.organisationId}, ${entry.at.toISOString()}, ${entry.actorEmail},
          ${entry.actorRole}, ${entry.action}, ${entry.subject}, ${entry.quantity}, ${entry.position}, ${entry.hash})`,
  )

/** Undefined before the first entry. */
export async function findStart(tx: Tx, organisationId: string): Promise<Start | undefined> {
  const [start] = await tx.select().from(auditStarts).where(eq(auditStarts.organisationId, organisationId))
  return start
}

/**
 * Moves the start and deletes entries before it, which the serving login may not do itself.
 * @returns the number deleted
 */
export async function moveStart(tx: Tx, start: Start): Promise<number> {
  const { organisationId, position, hash, keyedFrom, signature } = start
  const [moved] = parseRows(
    await tx.execute(
      sql`select move_audit_start(${organisationId}, ${position}, ${hash}, ${keyedFrom}, ${signature}) as deleted`,
    ),
    z.object({ deleted: z.coerce.number() }),
  )
  return moved?.deleted ?? 0
}

/** The first entry written with a key. */
export async function firstKeyedPosition(tx: Tx, organisationId: string): Promise<number | undefined> {
  const [found] = await tx
    .select({ position: min(auditEntries.position) })
    .from(auditEntries)
    .where(and(eq(auditEntries.organisationId, organisationId), notLike(auditEntries.hash, `${UNKEYED}:%`)))
  return found?.position ?? undefined
}

/** Head, and number of all entries. */
export async function findEnds(tx: Tx, organisationId: string) {
  const [head] = await tx.select().from(auditHeads).where(eq(auditHeads.organisationId, organisationId))
  const [all] = await tx
    .select({ entries: count() })
    .from(auditEntries)
    .where(eq(auditEntries.organisationId, organisationId))
  return { position: head?.position ?? 0, hash: head?.hash ?? '', entries: all?.entries ?? 0 }
}

/** Entries that have no place in the chain, in the order of their ids, and how many there are. */
export async function outsideEntries(tx: Tx, organisationId: string, limit: number) {
  const outside = and(
    eq(auditEntries.organisationId, organisationId),
    or(isNull(auditEntries.position), lt(auditEntries.position, 1)),
  )
  const [all] = await tx.select({ total: count() }).from(auditEntries).where(outside)
  const { id, position, at, action } = auditEntries
  const first = await tx
    .select({ id, position, at, action })
    .from(auditEntries)
    .where(outside)
    .orderBy(asc(id))
    .limit(limit)
  return { total: all?.total ?? 0, first }
}

/** Entries of organisations that are in the records no more, which a foreign key forbids. */
export function entriesOfNobody(tx: Tx) {
  const organisations = namedOrganisations(tx)
  return tx
    .select({ organisationId: auditEntries.organisationId, entries: count() })
    .from(auditEntries)
    .leftJoin(organisations, eq(organisations.id, auditEntries.organisationId))
    .where(isNull(organisations.id))
    .groupBy(auditEntries.organisationId)
}

/** To the millisecond, as signatures cover it. */
export async function readClock(tx: Tx): Promise<Date> {
  const [row] = parseRows(
    await tx.execute(sql`select floor(extract(epoch from now()) * 1000) as now`),
    z.object({ now: z.coerce.number() }),
  )
  if (!row) throw new Error('The database told no time.')
  return new Date(row.now)
}

/** The latest signature of each organisation. */
export async function latestSeals(tx: Tx): Promise<Witness[]> {
  const organisations = namedOrganisations(tx)
  const rows = await tx
    .selectDistinctOn([auditSeals.organisationId], {
      organisation: organisations.slug,
      organisation_id: auditSeals.organisationId,
      position: auditSeals.position,
      hash: auditSeals.hash,
      sealedAt: auditSeals.sealedAt,
      signature: auditSeals.signature,
    })
    .from(auditSeals)
    .innerJoin(organisations, eq(organisations.id, auditSeals.organisationId))
    .orderBy(auditSeals.organisationId, desc(auditSeals.position))
  return rows.map(({ sealedAt, ...seal }) => ({ ...seal, sealed_at: sealedAt.toISOString() }))
}

/** In order. */
export const listSeals = (tx: Tx, organisationId: string): Promise<Seal[]> =>
  tx.select().from(auditSeals).where(eq(auditSeals.organisationId, organisationId)).orderBy(asc(auditSeals.position))

/** Heads that moved since they were signed. */
export const unsealedHeads = (tx: Tx) =>
  tx
    .select({ organisationId: auditHeads.organisationId, position: auditHeads.position, hash: auditHeads.hash })
    .from(auditHeads)
    .leftJoin(
      auditSeals,
      and(eq(auditSeals.organisationId, auditHeads.organisationId), eq(auditSeals.position, auditHeads.position)),
    )
    .where(and(isNull(auditSeals.position), gt(auditHeads.position, 0)))

/** Unless another server signed it. */
export const addSeal = (tx: Tx, seal: typeof auditSeals.$inferInsert) =>
  tx.insert(auditSeals).values(seal).onConflictDoNothing()

/** The first later entry ends them, whatever the clock did since. */
export async function lastBefore(tx: Tx, organisationId: string, before: Date) {
  const own = and(eq(auditEntries.organisationId, organisationId), gt(auditEntries.position, 0))
  const [younger] = await tx
    .select({ position: min(auditEntries.position) })
    .from(auditEntries)
    .where(and(own, gte(auditEntries.at, before)))
  const [last] = await tx
    .select({ position: auditEntries.position, hash: auditEntries.hash })
    .from(auditEntries)
    .where(and(own, younger?.position ? lt(auditEntries.position, younger.position) : undefined))
    .orderBy(desc(auditEntries.position))
    .limit(1)
  return last?.position && last.hash ? { position: last.position, hash: last.hash } : undefined
}

/** By name. */
export function allOrganisations(tx: Tx) {
  const organisations = namedOrganisations(tx)
  return tx
    .select({ id: organisations.id, slug: organisations.slug })
    .from(organisations)
    .orderBy(asc(organisations.slug))
}

import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import { auditEntries, auditHeads, auditSeals } from '../../../db/schema'
import type { Tx } from '../../../db/engine'
import { namedOrganisations } from '../organisations/fragments'

export type Seal = typeof auditSeals.$inferSelect
export type ChainedEntry = Awaited<ReturnType<typeof entriesAfter>>[number]

/** A page of an organisation's chain, in order. */
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
        isNotNull(auditEntries.position),
        or(gt(auditEntries.position, position), and(eq(auditEntries.position, position), gt(auditEntries.id, id))),
      ),
    )
    .orderBy(asc(auditEntries.position), asc(auditEntries.id))
    .limit(limit)

/** The chain's end by its head, and entries in no chain. */
export async function endsOf(tx: Tx, organisationId: string) {
  const [head] = await tx.select().from(auditHeads).where(eq(auditHeads.organisationId, organisationId))
  const [outside] = await tx
    .select({ entries: count() })
    .from(auditEntries)
    .where(and(eq(auditEntries.organisationId, organisationId), isNull(auditEntries.position)))
  return { position: head?.position ?? 0, hash: head?.hash ?? '', outside: outside?.entries ?? 0 }
}

/** In order. */
export const sealsOf = (tx: Tx, organisationId: string): Promise<Seal[]> =>
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

/** Stores a signed head, unless another server signed it. */
export const addSeal = (tx: Tx, seal: typeof auditSeals.$inferInsert) =>
  tx.insert(auditSeals).values(seal).onConflictDoNothing()

/** The end of earlier entries: the first later one ends them, whatever the clock did since. */
export async function lastBefore(tx: Tx, organisationId: string, before: Date) {
  const own = eq(auditEntries.organisationId, organisationId)
  const [younger] = await tx
    .select({ position: min(auditEntries.position) })
    .from(auditEntries)
    .where(and(own, gte(auditEntries.at, before)))
  const [last] = await tx
    .select({ position: auditEntries.position, hash: auditEntries.hash })
    .from(auditEntries)
    .where(
      and(
        own,
        isNotNull(auditEntries.position),
        younger?.position ? lt(auditEntries.position, younger.position) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.position))
    .limit(1)
  return last?.position && last.hash ? { position: last.position, hash: last.hash } : undefined
}

/** Deletes a chain's beginning. @returns how many */
export async function deleteUpTo(tx: Tx, organisationId: string, position: number): Promise<number> {
  await tx
    .delete(auditSeals)
    .where(and(eq(auditSeals.organisationId, organisationId), lt(auditSeals.position, position)))
  const gone = await tx
    .delete(auditEntries)
    .where(and(eq(auditEntries.organisationId, organisationId), lte(auditEntries.position, position)))
    .returning({ id: auditEntries.id })
  return gone.length
}

/** Those with a log, by name. */
export function organisationsWithEntries(tx: Tx, slug: string | undefined) {
  const organisations = namedOrganisations(tx)
  return tx
    .select({ id: organisations.id, slug: organisations.slug })
    .from(organisations)
    .where(slug === undefined ? undefined : eq(organisations.slug, slug))
    .orderBy(asc(organisations.slug))
}

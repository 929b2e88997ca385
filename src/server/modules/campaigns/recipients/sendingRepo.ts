import { and, asc, eq, gt, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { RecipientState } from '#contract/campaigns/recipients'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { recipients } from '../../../db/schema'
import { selectChannel, selectIsCancelled } from './fragments'

/** The provider may or may not have it. */
const isUnresolved = sql`${recipients.state} = 'sending' and ${recipients.sentAt} is null`

/** Reserved for one worker until `until`. */
export interface Claimed {
  readonly reference: string
  readonly householdReference: string
  readonly destination: string | null
  readonly personalisation: unknown
  readonly attempts: number
  readonly before: Date
  /** Unique per claim, and so its identity. */
  readonly until: Date
}

/** Retries first, skipping other workers' rows. */
export async function claim(
  tx: Tx,
  campaignId: number,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<Claimed[]> {
  const due = await claimWhere(
    sql`${isUnresolved} and ${recipients.nextAttemptAt} <= ${now.toISOString()}::timestamptz`,
    limit,
  )
  if (due.length === limit) return due
  return [...due, ...(await claimWhere(sql`${recipients.state} = 'prepared'`, limit - due.length))]

  async function claimWhere(which: SQL, count: number): Promise<Claimed[]> {
    const held = await tx
      .select({
        reference: recipients.reference,
        householdReference: recipients.householdReference,
        destination: recipients.destination,
        personalisation: recipients.personalisation,
        attempts: recipients.attempts,
        before: recipients.updatedAt,
      })
      .from(recipients)
      .where(and(eq(recipients.campaignId, campaignId), which))
      .orderBy(asc(recipients.position))
      .limit(count)
      .for('update', { skipLocked: true })
    if (held.length === 0) return []
    await tx
      .update(recipients)
      .set({ state: 'sending', attempts: sql`${recipients.attempts} + 1`, nextAttemptAt: until, updatedAt: now })
      .where(withReference(held.map(({ reference }) => reference)))
    return held.map((row) => ({ ...row, attempts: row.attempts + 1, until }))
  }
}

const withReference = (references: readonly string[]) =>
  sql`${recipients.reference} = any(${sql.param([...references])}::uuid[])`

export interface Outcomes {
  readonly taken: readonly { readonly reference: string; readonly providerId: string }[]
  readonly failed: readonly { readonly row: Claimed; readonly state: RecipientState; readonly reason: string }[]
  /** Surely not taken at the first attempt: as before it. */
  readonly untried: readonly { readonly row: Claimed }[]
  /** `isUnknownStill`: the lookup failed too. */
  readonly later: readonly {
    readonly row: Claimed
    readonly until: Date
    readonly attempts: number
    readonly isUnknownStill: boolean
  }[]
}

/** Failures and delays are recorded only while the claim holds. */
export async function noteOutcomes(tx: Tx, { taken, failed, untried, later }: Outcomes, now: Date): Promise<void> {
  await markTaken(tx, taken, now)
  await giveBack(tx, untried)
  await markFailed(tx, failed, now)
  await postpone(tx, later)
}

/** Unless a callback came first. */
async function markTaken(tx: Tx, taken: Outcomes['taken'], now: Date): Promise<void> {
  if (taken.length === 0) return
  await tx.execute(sql`
    update recipients set sent_at = ${now.toISOString()}::timestamptz, provider_id = taken.id, next_attempt_at = null
    from unnest(${sql.param(taken.map(({ reference }) => reference))}::uuid[],
      ${sql.param(taken.map(({ providerId }) => providerId))}::text[]) as taken (reference, id)
    where recipients.reference = taken.reference and recipients.sent_at is null`)
}

/** The claim holds, and no callback came. */
const isClaimed = sql`recipients.reference = noted.reference and recipients.next_attempt_at = noted.claim and ${isUnresolved}`
const column = <Row>(rows: readonly Row[], value: (row: Row) => unknown) => sql.param(rows.map(value))
const references = (rows: readonly { row: Claimed }[]) => sql`${column(rows, ({ row }) => row.reference)}::uuid[]`
const claims = (rows: readonly { row: Claimed }[]) =>
  sql`${column(rows, ({ row }) => row.until.toISOString())}::timestamptz[]`

async function markFailed(tx: Tx, failed: Outcomes['failed'], now: Date): Promise<void> {
  if (failed.length === 0) return
  await tx.execute(sql`
    update recipients set state = noted.state, reason = noted.reason, next_attempt_at = null, updated_at = ${now.toISOString()}::timestamptz
    from unnest(${references(failed)}, ${claims(failed)}, ${column(failed, ({ state }) => state)}::text[],
      ${column(failed, ({ reason }) => reason)}::text[]) as noted (reference, claim, state, reason)
    where ${isClaimed}`)
}

async function giveBack(tx: Tx, untried: Outcomes['untried']): Promise<void> {
  if (untried.length === 0) return
  await tx.execute(sql`
    update recipients set state = 'prepared', attempts = 0, next_attempt_at = null
    from unnest(${references(untried)}, ${claims(untried)}) as noted (reference, claim)
    where ${isClaimed}`)
}

async function postpone(tx: Tx, later: Outcomes['later']): Promise<void> {
  if (later.length === 0) return
  await tx.execute(sql`
    update recipients set next_attempt_at = noted.until, attempts = noted.attempts, updated_at = coalesce(noted.before, recipients.updated_at)
    from unnest(${references(later)}, ${claims(later)}, ${column(later, ({ until }) => until.toISOString())}::timestamptz[],
      ${column(later, ({ attempts }) => attempts)}::int[],
      ${column(later, ({ row, isUnknownStill }) => (isUnknownStill ? row.before.toISOString() : null))}::timestamptz[])
      as noted (reference, claim, until, attempts, before)
    where ${isClaimed}`)
}

/** Whether any message was or may have been handed over. */
export async function isAnyHandedOver(tx: Tx, campaignId: number): Promise<boolean> {
  const found = await tx
    .select({ position: recipients.position })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), or(gt(recipients.attempts, 0), isNotNull(recipients.sentAt))))
    .limit(1)
  return found.length > 0
}

/** After a restore: forces a lookup before sending. */
export const requireLookup = (tx: Tx, then: Date) =>
  tx.update(recipients).set({ attempts: 1, updatedAt: then }).where(eq(recipients.state, 'prepared'))

/** When the next delayed recipient is due. */
export async function findNextAttempt(tx: Tx, campaignId: number): Promise<Date | undefined> {
  const [found] = await tx
    .select({ at: recipients.nextAttemptAt })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), isUnresolved))
    .orderBy(asc(recipients.nextAttemptAt))
    .limit(1)
  return found?.at ?? undefined
}

/** Recipients further ahead than any delay: the clock was set back. */
export const bringForward = (
  tx: Tx,
  campaignId: number,
  { furthest, until }: { readonly furthest: Date; readonly until: Date },
) =>
  tx
    .update(recipients)
    .set({ nextAttemptAt: until })
    .where(and(eq(recipients.campaignId, campaignId), isUnresolved, gt(recipients.nextAttemptAt, furthest)))

const FAILED: readonly RecipientState[] = ['temporary_failure', 'permanent_failure', 'technical_failure']

export interface Failures {
  readonly messages: number
  readonly failed: number
}

/** For the failure threshold, since a time. */
export async function countFailures(
  tx: Tx,
  campaignId: number,
  since: Date | null,
): Promise<{ tried: Failures; settled: Failures; reason: string | null }> {
  const isTaken = sql<boolean>`${recipients.sentAt} is not null`
  const rows = await tx
    .select({ state: recipients.state, reason: recipients.reason, isTaken, households: sql<number>`count(*)::int` })
    .from(recipients)
    .where(
      and(
        eq(recipients.campaignId, campaignId),
        inArray(recipients.state, ['sending', 'delivered', 'returned', ...FAILED]),
        sql`(${recipients.state} <> 'sending' or ${recipients.sentAt} is not null)`,
        // A late receipt still counts at its sending time.
        since
          ? sql`coalesce(${recipients.sentAt}, ${recipients.updatedAt}) >= ${since.toISOString()}::timestamptz`
          : undefined,
      ),
    )
    .groupBy(recipients.state, recipients.reason, isTaken)
  const failures = (of: typeof rows) => of.filter(({ state }) => FAILED.includes(state))
  const total = (of: typeof rows) => of.reduce((sum, { households }) => sum + households, 0)
  const count = (of: typeof rows): Failures => ({ messages: total(of), failed: total(failures(of)) })
  const mostOften = failures(rows)
    .toSorted((a, b) => b.households - a.households)
    .at(0)
  return {
    tried: count(rows),
    settled: count(rows.filter((row) => row.isTaken && row.state !== 'sending')),
    reason: mostOften?.reason ?? null,
  }
}

export type MessageName = { readonly reference: string } | { readonly providerId: string }

export type FoundMessage = Awaited<ReturnType<typeof findMessages>>[number]

/** By reference or provider id. */
export const findMessages = (tx: Tx, names: readonly MessageName[]) =>
  tx
    .select({
      reference: recipients.reference,
      organisationId: recipients.organisationId,
      channel: selectChannel(recipients.campaignId),
      isCancelled: selectIsCancelled(recipients.campaignId),
      state: recipients.state,
      sentAt: recipients.sentAt,
      providerId: recipients.providerId,
      destination: recipients.destination,
    })
    .from(recipients)
    .where(
      or(
        withReference(names.flatMap((name) => ('reference' in name ? [name.reference] : []))),
        sql`${recipients.providerId} = any(${sql.param(names.flatMap((name) => ('providerId' in name ? [name.providerId] : [])))}::text[])`,
      ),
    )

/** Messages reported after their campaign was cancelled. */
export async function countLateReceipts(tx: Tx, campaignId: number): Promise<number> {
  return tx.$count(recipients, and(eq(recipients.campaignId, campaignId), isNotNull(recipients.lateReceipt)))
}

/** Keeps what GOV.UK Notify says of messages of cancelled campaigns. */
export const keepLateReceipts = (
  tx: Tx,
  receipts: readonly { readonly reference: string; readonly status: string }[],
) =>
  tx.execute(sql`
    update recipients set late_receipt = late.status
    from unnest(${column(receipts, ({ reference }) => reference)}::uuid[], ${column(receipts, ({ status }) => status)}::text[])
      as late (reference, status)
    where recipients.reference = late.reference`)

export interface DeliveryChange {
  readonly found: Pick<FoundMessage, 'reference' | 'state' | 'sentAt'>
  readonly state: RecipientState
  readonly reason: string | null
  readonly providerId: string
}

/**
 * Deliveries also prove acceptance. Skips locked rows: waiting could deadlock.
 * @returns references unchanged since they were found
 */
export async function markDeliveries(tx: Tx, changes: readonly DeliveryChange[], now: Date): Promise<string[]> {
  const result = await tx.execute(sql`
    with held as (
      select reference from recipients where ${withReference(changes.map(({ found }) => found.reference))}
      for update skip locked)
    update recipients set state = noted.state, reason = noted.reason, provider_id = noted.provider_id, next_attempt_at = null,
      sent_at = coalesce(recipients.sent_at, ${now.toISOString()}::timestamptz), updated_at = ${now.toISOString()}::timestamptz
    from held, unnest(${column(changes, ({ found }) => found.reference)}::uuid[], ${column(changes, ({ found }) => found.state)}::text[],
      ${column(changes, ({ found }) => found.sentAt !== null)}::boolean[], ${column(changes, ({ state }) => state)}::text[],
      ${column(changes, ({ reason }) => reason)}::text[], ${column(changes, ({ providerId }) => providerId)}::text[])
      as noted (reference, was, was_sent, state, reason, provider_id)
    where recipients.reference = held.reference and noted.reference = held.reference
      and recipients.state = noted.was and (recipients.sent_at is not null) = noted.was_sent
    returning recipients.reference`)
  return parseRows(result, markedRow).map(({ reference }) => reference)
}

const markedRow = z.object({ reference: z.string() })

/** Accepted messages without a receipt. */
export const listUndecided = (
  tx: Tx,
  campaignId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
) =>
  tx
    .select({ position: recipients.position, reference: recipients.reference, providerId: recipients.providerId })
    .from(recipients)
    .where(
      and(
        eq(recipients.campaignId, campaignId),
        eq(recipients.state, 'sending'),
        sql`${recipients.providerId} is not null`,
        sql`${recipients.position} > ${after}`,
      ),
    )
    .orderBy(asc(recipients.position))
    .limit(limit)

import { and, asc, count, desc, eq, gt, gte, inArray, not, notInArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { RecipientState } from '#contract/campaigns/recipients'
import type { SharedNumbers } from '#contract/campaigns/sharedNumbers'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { recipients } from '../../../db/schema'
import { isErasedRecipient } from './erasingRepo'
import { TRANSLATED } from './template'

export interface NewRecipient {
  readonly householdReference: string
  readonly position: number
  readonly state: RecipientState
  readonly reason: string | null
  readonly destination: string | null
  readonly personalisation: Readonly<Record<string, string>> | null
  readonly contactDigest: string | null
  readonly heldOut: boolean
  readonly neverDrawn: boolean
  /** Segments. */
  readonly units: number | null
}

/** Idempotent: existing rows stay unchanged. */
export async function insertRecipients(
  tx: Tx,
  campaign: { readonly id: number; readonly organisationId: string },
  rows: readonly NewRecipient[],
): Promise<void> {
  const column = (value: (row: NewRecipient) => unknown) => sql.param(rows.map(value))
  await tx.execute(sql`
    insert into recipients (campaign_id, organisation_id, household_reference, position, state, reason, destination,
      personalisation, contact_digest, units, held_out, never_drawn, is_compared)
    select ${campaign.id}::int, ${campaign.organisationId}::uuid, *
    from unnest(
      ${column((row) => row.householdReference)}::text[], ${column((row) => row.position)}::int[],
      ${column((row) => row.state)}::text[], ${column((row) => row.reason)}::text[],
      ${column((row) => row.destination)}::text[],
      ${column((row) => (row.personalisation === null ? null : JSON.stringify(row.personalisation)))}::jsonb[],
      ${column((row) => row.contactDigest)}::text[], ${column((row) => row.units)}::int[],
      ${column((row) => row.heldOut)}::boolean[],
      ${column((row) => row.neverDrawn)}::boolean[],
      ${column((row) => row.state !== 'cannot_be_contacted' && !row.neverDrawn)}::boolean[])
    on conflict (campaign_id, household_reference) do nothing`)
}

export interface MadeLetter {
  readonly position: number
  /** Sheets. */
  readonly units: number
  readonly codeHash: string | null
  /** SHA-256 of its file, in hex. */
  readonly digest: string
}

/**
 * Marks letters as made, but none of a household that was erased or removed meanwhile. The code of one that was sent
 * stays.
 * @returns how many
 */
export async function noteLetters(tx: Tx, campaignId: number, made: readonly MadeLetter[]): Promise<number> {
  const column = (value: (letter: MadeLetter) => unknown) => sql.param(made.map(value))
  const noted = await tx.execute(sql`
    update recipients set units = made.units, letter_digest = made.digest,
      letter_code_hash = case when recipients.sent_at is null then made.code_hash else recipients.letter_code_hash end
    from unnest(${column((letter) => letter.position)}::int[], ${column((letter) => letter.units)}::int[],
      ${column((letter) => letter.codeHash)}::text[], ${column((letter) => letter.digest)}::text[])
      as made (position, units, code_hash, digest)
    where recipients.campaign_id = ${campaignId} and recipients.position = made.position
      and recipients.personalisation is not null
    returning recipients.position`)
  return parseRows(noted, z.object({ position: z.number() })).length
}

/** Recipients in other states than these, without erased households. */
export const countOutside = (tx: Tx, campaignId: number, states: readonly RecipientState[]): Promise<number> =>
  tx.$count(
    recipients,
    and(eq(recipients.campaignId, campaignId), notInArray(recipients.state, [...states]), not(isErasedRecipient)),
  )

/** Messages that GOV.UK Notify took and delivered. */
export const sentAndDelivered = (tx: Tx, campaignIds: readonly number[]) =>
  tx
    .select({
      campaignId: recipients.campaignId,
      sent: sql<number>`count(${recipients.sentAt})::int`,
      delivered: sql<number>`(count(*) filter (where ${recipients.state} = 'delivered'))::int`,
    })
    .from(recipients)
    .where(inArray(recipients.campaignId, [...campaignIds]))
    .groupBy(recipients.campaignId)

/** @returns how many are in a state */
export async function countByState(tx: Tx, campaignId: number): Promise<(state: RecipientState) => number> {
  const rows = await tx
    .select({ state: recipients.state, households: count() })
    .from(recipients)
    .where(eq(recipients.campaignId, campaignId))
    .groupBy(recipients.state)
  return (state) => rows.find((row) => row.state === state)?.households ?? 0
}

/** Numbers to which several texts wait. */
export async function countSharedNumbers(tx: Tx, campaignId: number): Promise<SharedNumbers> {
  const sharing = tx
    .select({ households: count().as('households') })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), eq(recipients.state, 'prepared')))
    .groupBy(recipients.destination)
    .having(gt(count(), 1))
    .as('sharing')
  const { households } = sharing
  const of = (total: SQL) => sql<number>`coalesce(${total}, 0)`.mapWith(Number)
  const [found] = await tx
    .select({ numbers: count(), households: of(sql`sum(${households})`), most: of(sql`max(${households})`) })
    .from(sharing)
  return found ?? { numbers: 0, households: 0, most: 0 }
}

/** Recipients whose message is the translation. */
export async function countTranslated(tx: Tx, campaignId: number): Promise<number> {
  const [found] = await tx
    .select({ households: count() })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), sql`${recipients.personalisation} ? ${TRANSLATED}`))
  return found?.households ?? 0
}

/** Recipients on a list: all but erased households. */
export const countListed = (tx: Tx, campaignId: number): Promise<number> =>
  tx.$count(recipients, and(eq(recipients.campaignId, campaignId), not(isErasedRecipient)))

/** The first so many references of a list. */
export async function firstListed(tx: Tx, campaignId: number, most: number): Promise<string[]> {
  const rows = await tx
    .select({ reference: recipients.householdReference })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), not(isErasedRecipient)))
    .limit(most)
  return rows.map(({ reference }) => reference)
}

/** A page without personal data, the total, and how many erased households are on no page. */
export async function listRecipients(
  tx: Tx,
  campaignId: number,
  wanted: { readonly state: RecipientState | undefined; readonly offset: number; readonly limit: number },
) {
  const where = and(
    eq(recipients.campaignId, campaignId),
    wanted.state === undefined ? undefined : eq(recipients.state, wanted.state),
  )
  const isListed = and(where, not(isErasedRecipient))
  const [counted] = await tx
    .select({
      total: sql<number>`(count(*) filter (where not ${isErasedRecipient}))::int`,
      erased: sql<number>`(count(*) filter (where ${isErasedRecipient}))::int`,
    })
    .from(recipients)
    .where(where)
  const rows = await tx
    .select({
      householdReference: recipients.householdReference,
      state: recipients.state,
      reason: recipients.reason,
      updatedAt: recipients.updatedAt,
    })
    .from(recipients)
    .where(isListed)
    .orderBy(asc(recipients.position))
    .offset(wanted.offset)
    .limit(wanted.limit)
  return { total: counted?.total ?? 0, erased: counted?.erased ?? 0, rows }
}

const fromPosition = (campaignId: number, position: number) =>
  and(eq(recipients.campaignId, campaignId), gte(recipients.position, position))

/** A page, with personal data. */
export const recipientsFrom = (tx: Tx, campaignId: number, position: number, limit: number) =>
  tx
    .select({
      position: recipients.position,
      householdReference: recipients.householdReference,
      state: recipients.state,
      reason: recipients.reason,
      destination: recipients.destination,
      personalisation: recipients.personalisation,
    })
    .from(recipients)
    .where(fromPosition(campaignId, position))
    .orderBy(asc(recipients.position))
    .limit(limit)
export type KnownRecipient = Awaited<ReturnType<typeof recipientsFrom>>[number]

/** A page, without personal data. */
export const referencesFrom = (tx: Tx, campaignId: number, position: number, limit: number) =>
  tx
    .select({
      position: recipients.position,
      householdReference: recipients.householdReference,
      state: recipients.state,
      letterDigest: recipients.letterDigest,
    })
    .from(recipients)
    .where(fromPosition(campaignId, position))
    .orderBy(asc(recipients.position))
    .limit(limit)
export type NamedRecipient = Awaited<ReturnType<typeof referencesFrom>>[number]

/** With personal data. */
export async function findRecipient(tx: Tx, campaignId: number, householdReference: string) {
  const [found] = await tx
    .select({
      position: recipients.position,
      state: recipients.state,
      personalisation: recipients.personalisation,
      letterDigest: recipients.letterDigest,
    })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), eq(recipients.householdReference, householdReference)))
  return found
}

/** Newest first, with personal data. */
export const listMessagesOfHousehold = (tx: Tx, organisationId: string, householdReference: string) =>
  tx
    .select({
      campaignId: recipients.campaignId,
      state: recipients.state,
      reason: recipients.reason,
      sentAt: recipients.sentAt,
      destination: recipients.destination,
      personalisation: recipients.personalisation,
      reply: recipients.reply,
    })
    .from(recipients)
    .where(and(eq(recipients.organisationId, organisationId), eq(recipients.householdReference, householdReference)))
    .orderBy(desc(recipients.campaignId))

const NOT_KNOWN = { destination: null, personalisation: null, contactDigest: null }

/** Clears its personal data. */
export const cannotBeContacted = (tx: Tx, campaignId: number, position: number, reason: string) =>
  tx
    .update(recipients)
    .set({ ...NOT_KNOWN, state: 'cannot_be_contacted', reason, updatedAt: sql`now()` })
    .where(
      and(eq(recipients.campaignId, campaignId), eq(recipients.position, position), eq(recipients.state, 'prepared')),
    )

export const MISSED_STATES: readonly RecipientState[] = ['temporary_failure', 'technical_failure']

/** New references, because the provider has closed the old. @returns how many */
export async function prepareMissed(tx: Tx, campaignId: number): Promise<number> {
  const changed = await tx
    .update(recipients)
    .set({
      state: 'prepared',
      reason: null,
      reference: sql`gen_random_uuid()`,
      providerId: null,
      attempts: 0,
      sentAt: null,
      updatedAt: sql`now()`,
    })
    .where(and(eq(recipients.campaignId, campaignId), inArray(recipients.state, [...MISSED_STATES])))
    .returning({ position: recipients.position })
  return changed.length
}

/** What prepareRecipients.ts says may not be kept. */
export const clearPersonalData = (tx: Tx, campaignId: number) =>
  tx.update(recipients).set(NOT_KNOWN).where(eq(recipients.campaignId, campaignId))

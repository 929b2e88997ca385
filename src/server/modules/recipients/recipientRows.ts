import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Channel, RecipientState } from '#contract/campaigns'
import type { Tx } from '../../db/database'
import { rowsOf } from '../../db/rows'
import { recipients } from '../../db/schema'
import { contactDigestSql } from './contactRules'

export interface NewRecipient {
  readonly householdReference: string
  readonly position: number
  readonly state: RecipientState
  readonly reason: string | null
  readonly destination: string | null
  readonly personalisation: Readonly<Record<string, string>> | null
  readonly contactDigest: string | null
}

/** Adds recipients, one array a column; one that is there already stays as it is. */
export async function insertRecipients(
  tx: Tx,
  campaign: { readonly id: number; readonly organisationId: string },
  rows: readonly NewRecipient[],
): Promise<void> {
  const column = (value: (row: NewRecipient) => unknown) => sql.param(rows.map(value))
  await tx.execute(sql`
    insert into recipients (campaign_id, organisation_id, household_reference, position, state, reason, destination,
      personalisation, contact_digest)
    select ${campaign.id}::int, ${campaign.organisationId}::uuid, *
    from unnest(
      ${column((row) => row.householdReference)}::text[], ${column((row) => row.position)}::int[],
      ${column((row) => row.state)}::text[], ${column((row) => row.reason)}::text[],
      ${column((row) => row.destination)}::text[],
      ${column((row) => (row.personalisation === null ? null : JSON.stringify(row.personalisation)))}::jsonb[],
      ${column((row) => row.contactDigest)}::text[])
    on conflict (campaign_id, household_reference) do nothing`)
}

/** How many recipients there are of each state that some have. */
export const countsByState = (tx: Tx, campaignId: number) =>
  tx
    .select({ state: recipients.state, households: count() })
    .from(recipients)
    .where(eq(recipients.campaignId, campaignId))
    .groupBy(recipients.state)

/** A page of a campaign's recipients, of one state or of all, and how many there are. */
export async function listRecipients(
  tx: Tx,
  campaignId: number,
  wanted: { readonly state: RecipientState | undefined; readonly offset: number; readonly limit: number },
) {
  const where = and(
    eq(recipients.campaignId, campaignId),
    wanted.state === undefined ? undefined : eq(recipients.state, wanted.state),
  )
  const [total] = await tx.select({ total: count() }).from(recipients).where(where)
  const rows = await tx
    .select({
      householdReference: recipients.householdReference,
      state: recipients.state,
      reason: recipients.reason,
      updatedAt: recipients.updatedAt,
    })
    .from(recipients)
    .where(where)
    .orderBy(asc(recipients.position))
    .offset(wanted.offset)
    .limit(wanted.limit)
  return { total: total?.total ?? 0, rows }
}

/** Some recipients with their personal data, in the order of the list, from a position on. */
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
    .where(and(eq(recipients.campaignId, campaignId), sql`${recipients.position} >= ${position}`))
    .orderBy(asc(recipients.position))
    .limit(limit)

export type KnownRecipient = Awaited<ReturnType<typeof recipientsFrom>>[number]

/** Some recipients without their personal data, in the order of the list, from a position on. */
export const referencesFrom = (tx: Tx, campaignId: number, position: number, limit: number) =>
  tx
    .select({
      position: recipients.position,
      householdReference: recipients.householdReference,
      state: recipients.state,
    })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), sql`${recipients.position} >= ${position}`))
    .orderBy(asc(recipients.position))
    .limit(limit)

export type NamedRecipient = Awaited<ReturnType<typeof referencesFrom>>[number]

/** One recipient with its personal data. */
export async function findRecipient(tx: Tx, campaignId: number, householdReference: string) {
  const [found] = await tx
    .select({ position: recipients.position, state: recipients.state, personalisation: recipients.personalisation })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), eq(recipients.householdReference, householdReference)))
  return found
}

/** Marks a prepared recipient whose message turned out not to be possible, and forgets what was known of it. */
export const cannotBeContacted = (tx: Tx, campaignId: number, position: number, reason: string) =>
  tx
    .update(recipients)
    .set({
      state: 'cannot_be_contacted',
      reason,
      destination: null,
      personalisation: null,
      contactDigest: null,
      updatedAt: sql`now()`,
    })
    .where(
      and(eq(recipients.campaignId, campaignId), eq(recipients.position, position), eq(recipients.state, 'prepared')),
    )

/** SHA-256 of the references in the order of the list, one a line; the hash of nothing for an empty list. */
export async function hashOfList(tx: Tx, campaignId: number): Promise<string> {
  const [found] = await tx
    .select({
      hash: sql<string>`encode(sha256(convert_to(coalesce(string_agg(
        ${recipients.householdReference}, chr(10) order by ${recipients.position}), ''), 'UTF8')), 'hex')`,
    })
    .from(recipients)
    .where(eq(recipients.campaignId, campaignId))
  return found?.hash ?? ''
}

/** Not known to be taken by the provider, though it may have been. */
const isUnsent = sql`${recipients.state} in ('prepared', 'sending') and ${recipients.sentAt} is null`

/** Households that may not be reached any more as it was prepared, each with why. */
export type Gone = ReadonlyMap<string, string>

const goneRow = z.object({ reference: z.string(), why: z.string() })

/**
 * Whose contact went, changed or does not want to be contacted since its message was prepared: of all that are
 * `prepared`, or of the households named. What was not prepared from a contact (it has no digest) can lose none.
 */
export async function goneSince(
  tx: Tx,
  campaign: { readonly id: number; readonly channel: Channel },
  references?: readonly string[],
): Promise<Gone> {
  const which = references
    ? sql`${recipients.householdReference} = any(${sql.param([...references])}::text[])`
    : eq(recipients.state, 'prepared')
  const result = await tx.execute(sql`
    select recipients.household_reference as reference,
      case when contacts.household_reference is null then 'Its contact details are gone since it was prepared.'
           when contacts.do_not_contact then 'It was marked do-not-contact since it was prepared.'
           else 'Its contact details changed since it was prepared.' end as why
    from recipients
    left join contacts on contacts.organisation_id = recipients.organisation_id
      and contacts.household_reference = recipients.household_reference
    where recipients.campaign_id = ${campaign.id} and ${which} and recipients.contact_digest is not null
      and (contacts.household_reference is null or contacts.do_not_contact
        or ${contactDigestSql[campaign.channel]} <> recipients.contact_digest)`)
  return new Map(rowsOf(result, goneRow).map(({ reference, why }) => [reference, why]))
}

/** Marks households removed that nothing was sent to, and forgets what was known of them. @returns how many. */
export async function markRemoved(tx: Tx, campaignId: number, gone: Gone): Promise<number> {
  const removed = await tx.execute(sql`
    update recipients set state = 'removed', reason = gone.why, destination = null, personalisation = null,
      contact_digest = null, next_attempt_at = null, updated_at = now()
    from unnest(${sql.param([...gone.keys()])}::text[], ${sql.param([...gone.values()])}::text[]) as gone (reference, why)
    where recipients.campaign_id = ${campaignId} and recipients.household_reference = gone.reference
      and ${isUnsent}
    returning 1`)
  return rowsOf(removed, z.unknown()).length
}

/** States that "send the missed ones" sends again. */
export const MISSED: readonly RecipientState[] = ['temporary_failure', 'technical_failure']

/** Puts the missed ones back to be sent, each under a new reference: the provider has closed the old one. */
export async function missedAgain(tx: Tx, campaignId: number): Promise<number> {
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
    .where(and(eq(recipients.campaignId, campaignId), inArray(recipients.state, [...MISSED])))
    .returning({ position: recipients.position })
  return changed.length
}

/** Whether any message still has to be handed to the provider. */
export async function hasUnsent(tx: Tx, campaignId: number): Promise<boolean> {
  const found = await tx
    .select({ position: recipients.position })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), isUnsent))
    .limit(1)
  return found.length > 0
}

/** Forgets what was known of a campaign's recipients: see the policy in service.ts. */
export const clearPersonalData = (tx: Tx, campaignId: number) =>
  tx
    .update(recipients)
    .set({ destination: null, personalisation: null, contactDigest: null })
    .where(eq(recipients.campaignId, campaignId))

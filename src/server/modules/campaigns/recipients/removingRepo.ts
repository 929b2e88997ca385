/** Who leaves a campaign before its message is sent, and why. */
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Channel } from '#contract/households/channels'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { recipients } from '../../../db/schema'
import { contactDigest, doNotContact, joinContact } from '../../households/contacts/fragments'

/** The fact alone, also of a mark that came later. */
export const DO_NOT_CONTACT = 'It is marked do-not-contact.'

export type RemovalReasons = ReadonlyMap<string, string>

const waits = inArray(recipients.state, ['prepared', 'held_out'])

const goneRow = z.object({ reference: z.string(), why: z.string() })

export interface HouseholdsToRemove {
  readonly references: readonly string[]
  readonly why: string
}

/** Those that wait for the run, in either arm. */
export async function waitingAmong(tx: Tx, campaignId: number, leftOut: HouseholdsToRemove): Promise<RemovalReasons> {
  if (leftOut.references.length === 0) return new Map()
  const found = await tx
    .select({ reference: recipients.householdReference })
    .from(recipients)
    .where(
      and(
        eq(recipients.campaignId, campaignId),
        waits,
        sql`${recipients.householdReference} = any(${sql.param([...leftOut.references])}::text[])`,
      ),
    )
  return new Map(found.map(({ reference }) => [reference, leftOut.why]))
}

/**
 * Locks recipients whose contact changed or became do-not-contact.
 * @param among only these households
 */
export async function lockGoneSince(
  tx: Tx,
  campaign: { readonly id: number; readonly channel: Channel },
  are: 'waiting' | 'claimed',
  among?: readonly string[],
): Promise<RemovalReasons> {
  const isAmong = among && sql`${recipients.householdReference} = any(${sql.param([...among])}::text[])`
  const which = and(are === 'waiting' ? waits : eq(recipients.state, 'sending'), isAmong)
  const result = await tx.execute(sql`
    select recipients.household_reference as reference,
      case when contacts.household_reference is null then 'Its contact details are gone since it was prepared.'
           when ${doNotContact} then ${DO_NOT_CONTACT}::text
           else 'Its contact details changed since it was prepared.' end as why
    from recipients
    ${joinContact(recipients.organisationId, recipients.householdReference)}
    where recipients.campaign_id = ${campaign.id} and ${which} and recipients.contact_digest is not null
      and (contacts.household_reference is null or ${doNotContact}
        or ${contactDigest[campaign.channel]} <> recipients.contact_digest)
    for update of recipients`)
  return new Map(parseRows(result, goneRow).map(({ reference, why }) => [reference, why]))
}

/** Includes unconfirmed `sending` rows. */
const isUnsent = sql`${recipients.state} in ('prepared', 'sending') and ${recipients.sentAt} is null`

/**
 * Removes unsent recipients and their personal data.
 * @param isBeforeRun whether they leave both arms and the comparison
 * @returns how many were not held out
 */
export async function markRemoved(
  tx: Tx,
  campaignId: number,
  gone: RemovalReasons,
  isBeforeRun: boolean,
): Promise<number> {
  const removed = await tx.execute(sql`
    update recipients set state = 'removed', reason = gone.why, destination = null, personalisation = null,
      contact_digest = null, next_attempt_at = null,
      is_compared = recipients.is_compared and not ${isBeforeRun}::boolean, updated_at = now()
    from unnest(${sql.param([...gone.keys()])}::text[], ${sql.param([...gone.values()])}::text[]) as gone (reference, why)
    where recipients.campaign_id = ${campaignId} and recipients.household_reference = gone.reference
      and (${isUnsent} or ${recipients.state} = 'held_out' and ${isBeforeRun}::boolean)
    returning recipients.held_out`)
  return parseRows(removed, z.object({ held_out: z.boolean() })).filter((row) => !row.held_out).length
}

/** Most frequent first, without held-out ones. */
export const removedByReason = (tx: Tx, campaignId: number) =>
  tx
    .select({ reason: sql<string>`coalesce(${recipients.reason}, '')`, households: count() })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), eq(recipients.state, 'removed'), eq(recipients.heldOut, false)))
    .groupBy(recipients.reason)
    .orderBy(desc(count()), asc(recipients.reason))

/** Campaigns in which any of these households wait, lowest id first. */
export async function campaignsWaitingFor(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
): Promise<number[]> {
  const found = await tx
    .selectDistinct({ id: recipients.campaignId })
    .from(recipients)
    .where(
      and(
        eq(recipients.organisationId, organisationId),
        sql`${recipients.householdReference} = any(${sql.param([...references])}::text[])`,
        waits,
      ),
    )
    .orderBy(asc(recipients.campaignId))
  return found.map(({ id }) => id)
}

/** Whether any recipient is unsent. */
export async function hasUnsent(tx: Tx, campaignId: number): Promise<boolean> {
  const found = await tx
    .select({ position: recipients.position })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), isUnsent))
    .limit(1)
  return found.length > 0
}

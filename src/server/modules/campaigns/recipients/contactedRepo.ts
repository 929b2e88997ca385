import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import type { Reply } from '#contract/campaigns/replyWords'
import type { Tx } from '../../../db/engine'
import { rowsOf } from '../../../db/rows'
import { recipients } from '../../../db/schema'
import { dayStart, monthOf, type Span } from '../../../db/time'
import { contactsVersion } from '../../households/contacts/fragments'
import { campaignsFor, runCampaigns } from './fragments'

/** docs/product.md#eligible-households. Must match the partial index. */
const wasContacted = sql`${recipients.sentAt} is not null and ${recipients.state} in ('sending', 'delivered')`
const wasNotReached = sql`${recipients.sentAt} is not null and ${recipients.state} not in ('sending', 'delivered')`

/** Contacted recipients of a campaign. */
export const countContacted = (tx: Tx, campaignId: number): Promise<number> =>
  tx.$count(recipients, and(eq(recipients.campaignId, campaignId), wasContacted))

/** A page of contacted households. */
export const contactedAfter = (tx: Tx, campaignId: number, after: string, limit: number) =>
  tx
    .select({ reference: recipients.householdReference })
    .from(recipients)
    .where(and(eq(recipients.campaignId, campaignId), wasContacted, gt(recipients.householdReference, after)))
    .orderBy(asc(recipients.householdReference))
    .limit(limit)

const isCompared = (campaignId: number) => and(eq(recipients.campaignId, campaignId), eq(recipients.isCompared, true))

/** Sizes of the two compared arms. */
export async function armSizes(tx: Tx, campaignId: number): Promise<{ contacted: number; held_out: number }> {
  const rows = await tx
    .select({ heldOut: recipients.heldOut, households: count() })
    .from(recipients)
    .where(isCompared(campaignId))
    .groupBy(recipients.heldOut)
  const of = (heldOut: boolean) => rows.find((row) => row.heldOut === heldOut)?.households ?? 0
  return { contacted: of(false), held_out: of(true) }
}

/** A page of compared households, whatever became of their message. */
export const comparedAfter = (tx: Tx, campaignId: number, after: string, limit: number) =>
  tx
    .select({ reference: recipients.householdReference, heldOut: recipients.heldOut })
    .from(recipients)
    .where(and(isCompared(campaignId), gt(recipients.householdReference, after)))
    .orderBy(asc(recipients.householdReference))
    .limit(limit)

const inSpan = ({ from, until }: Span) => and(wasContacted, gte(recipients.sentAt, from), lt(recipients.sentAt, until))

/** Contacted recipients by campaign. */
export async function contactedByCampaign(
  tx: Tx,
  campaignIds: readonly number[],
  span: Span,
): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: recipients.campaignId, contacted: count() })
    .from(recipients)
    .where(and(inArray(recipients.campaignId, [...campaignIds]), inSpan(span)))
    .groupBy(recipients.campaignId)
  return new Map(rows.map(({ id, contacted }) => [id, contacted]))
}

const households = countDistinct(recipients.householdReference)

/** Distinct contacted households, by month (yyyy-mm) and over the whole span. */
export async function contactedHouseholdsIn(tx: Tx, organisationId: string, span: Span) {
  const where = and(eq(recipients.organisationId, organisationId), inSpan(span))
  const [all] = await tx.select({ households }).from(recipients).where(where)
  const rows = await tx
    .select({ month: monthOf(recipients.sentAt), households })
    .from(recipients)
    .where(where)
    .groupBy(sql`1`)
  return { total: all?.households ?? 0, byMonth: new Map(rows.map((row) => [row.month, row.households])) }
}

/** These households need no reminder. */
const ANSWERED: readonly Reply[] = ['claimed', 'refused']

/** A page of households contacted in a span for a benefit; with `campaignId` only its own, without {@link ANSWERED}. */
export const contactedForBenefit = (
  tx: Tx,
  {
    organisationId,
    benefit,
    span,
    campaignId,
  }: { organisationId: string; benefit: BenefitName; span: Span; campaignId: number | undefined },
  after: string,
  limit: number,
) =>
  tx
    .selectDistinct({ reference: recipients.householdReference })
    .from(recipients)
    .where(
      and(
        eq(recipients.organisationId, organisationId),
        sql`${recipients.campaignId} in ${campaignsFor(organisationId, benefit)}`,
        campaignId === undefined
          ? undefined
          : and(
              eq(recipients.campaignId, campaignId),
              or(isNull(recipients.reply), notInArray(recipients.reply, [...ANSWERED])),
            ),
        inSpan(span),
        gt(recipients.householdReference, after),
      ),
    )
    .orderBy(asc(recipients.householdReference))
    .limit(limit)

const contactedRow = z.object({ reference: z.string(), at: z.number(), recent: z.number() })
export type ContactedHousehold = z.infer<typeof contactedRow>

/** Contacted households: when last, and how often since a day (yyyy-mm-dd, London). Messages being sent count. */
export async function contactedHouseholds(
  tx: Tx,
  organisationId: string,
  recentFrom: string,
  after: string,
  limit: number,
): Promise<ContactedHousehold[]> {
  const result = await tx.execute(sql`
    select recipients.household_reference as reference,
      extract(epoch from max(coalesce(recipients.sent_at, run.run_at)))::float8 as at,
      (count(*) filter (where coalesce(recipients.sent_at, run.run_at) >= ${dayStart(recentFrom)}))::float8 as recent
    from recipients join ${runCampaigns(organisationId)} as run on run.id = recipients.campaign_id
    where recipients.organisation_id = ${organisationId} and recipients.household_reference > ${after}
      and (${wasContacted} or (run.completed_at is null and recipients.state in ('prepared', 'sending')))
    group by recipients.household_reference order by recipients.household_reference limit ${limit}`)
  return rowsOf(result, contactedRow)
}

/**
 * Waiting households of a campaign, in either arm, contacted at least so often since a day (yyyy-mm-dd, London).
 * Messages being sent count.
 */
export async function contactedOften(
  tx: Tx,
  { id, organisationId }: { readonly id: number; readonly organisationId: string },
  { since, messages }: { readonly since: string; readonly messages: number },
): Promise<string[]> {
  const result = await tx.execute(sql`
    select recipients.household_reference as reference
    from recipients join ${runCampaigns(organisationId)} as run on run.id = recipients.campaign_id
    where recipients.organisation_id = ${organisationId}
      and coalesce(recipients.sent_at, run.run_at) >= ${dayStart(since)}
      and (${wasContacted} or (run.completed_at is null and recipients.state in ('prepared', 'sending')))
      and recipients.household_reference in (
        select household_reference from recipients where campaign_id = ${id} and state in ('prepared', 'held_out'))
    group by recipients.household_reference having count(*) >= ${messages}::int`)
  return rowsOf(result, z.object({ reference: z.string() })).map(({ reference }) => reference)
}

/** UTC seconds; null if never. */
export async function lastContacted(tx: Tx, organisationId: string, reference: string): Promise<number | null> {
  const result = await tx.execute(sql`
    select extract(epoch from max(coalesce(recipients.sent_at, run.run_at)))::float8 as at
    from recipients join ${runCampaigns(organisationId)} as run on run.id = recipients.campaign_id
    where recipients.organisation_id = ${organisationId} and recipients.household_reference = ${reference}
      and ${wasContacted}`)
  return rowsOf(result, z.object({ at: z.number().nullable() }))[0]?.at ?? null
}

/** Cache keys of reachable.ts, in one statement because every count asks. */
export async function reachableVersions(
  tx: Tx,
  organisationId: string,
): Promise<{ contacts: string; contacted: string }> {
  const time = (last: SQL) => sql`coalesce(extract(epoch from ${last})::text, '')`
  const result = await tx.execute(sql`
    select ${contactsVersion(organisationId)} as contacts,
      (select count(*) || ' ' || count(completed_at) || ' ' || ${time(sql`max(completed_at)`)}
       from ${runCampaigns(organisationId)} as run) || ' ' ||
      (select ${time(sql`max(updated_at)`)}
       from ${recipients} where organisation_id = ${organisationId} and ${wasNotReached}) as contacted`)
  return rowsOf(result, z.object({ contacts: z.string(), contacted: z.string() }))[0] ?? { contacts: '', contacted: '' }
}

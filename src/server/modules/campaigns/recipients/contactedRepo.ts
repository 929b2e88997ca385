import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  exists,
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
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import type { Reply } from '#contract/campaigns/replyWords'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { recipients } from '../../../db/schema'
import { dayStart, selectMonth, type Span } from '../../../db/time'
import { contactsVersion } from '../../households/contacts/fragments'
import { campaignsFor, runCampaigns, selectBenefit } from './fragments'

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

/** Sizes of the compared arms, and how many were never to be held out. */
export async function armSizes(
  tx: Tx,
  campaignId: number,
): Promise<{ contacted: number; held_out: number; never_drawn: number }> {
  const rows = await tx
    .select({ heldOut: recipients.heldOut, households: count() })
    .from(recipients)
    .where(isCompared(campaignId))
    .groupBy(recipients.heldOut)
  const of = (heldOut: boolean) => rows.find((row) => row.heldOut === heldOut)?.households ?? 0
  const never_drawn = await tx.$count(
    recipients,
    and(eq(recipients.campaignId, campaignId), eq(recipients.neverDrawn, true)),
  )
  return { contacted: of(false), held_out: of(true), never_drawn }
}

/** Compared households held out of a campaign that campaigns for a benefit wrote to. */
export const countHeldOutWrittenTo = (
  tx: Tx,
  { campaignId, organisationId, benefit }: { campaignId: number; organisationId: string; benefit: BenefitName },
  span: Span,
): Promise<number> => {
  const others = alias(recipients, 'others')
  const written = tx
    .select({ one: sql`1` })
    .from(others)
    .where(
      and(
        eq(others.organisationId, organisationId),
        eq(others.householdReference, recipients.householdReference),
        sql`${others.campaignId} in ${campaignsFor(organisationId, benefit)}`,
        sql`${others.sentAt} is not null and ${others.state} in ('sending', 'delivered')`,
        gte(others.sentAt, span.from),
        lt(others.sentAt, span.until),
      ),
    )
  return tx.$count(recipients, and(isCompared(campaignId), eq(recipients.heldOut, true), exists(written)))
}

/** A page, whatever became of the message. */
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

/** Distinct, by month (yyyy-mm), by benefit, and over the span. */
export async function contactedHouseholdsIn(tx: Tx, organisationId: string, span: Span) {
  const where = and(eq(recipients.organisationId, organisationId), inSpan(span))
  const [all] = await tx.select({ households }).from(recipients).where(where)
  const by = async <Part extends string>(part: SQL<Part>): Promise<ReadonlyMap<Part, number>> => {
    const rows = await tx
      .select({ part, households })
      .from(recipients)
      .where(where)
      .groupBy(sql`1`)
    return new Map(rows.map((row) => [row.part, row.households]))
  }
  return {
    total: all?.households ?? 0,
    byMonth: await by(selectMonth(recipients.sentAt)),
    byBenefit: await by(selectBenefit(recipients.campaignId)),
  }
}

/** Need no reminder. */
const ANSWERED: readonly Reply[] = ['claimed', 'refused']

/** A page for a benefit and span; with `campaignId` only its own, without {@link ANSWERED}. */
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

/** Last contact, and how often since a day (yyyy-mm-dd, London). Messages being sent count. */
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
  return parseRows(result, contactedRow)
}

/**
 * Waiting households, in either arm, contacted at least this often since a day (yyyy-mm-dd, London). Messages being
 * sent count.
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
  return parseRows(result, z.object({ reference: z.string() })).map(({ reference }) => reference)
}

/** UTC seconds by household. */
export async function lastContacted(
  tx: Tx,
  organisationId: string,
  references: readonly string[],
): Promise<{ reference: string; at: number }[]> {
  const result = await tx.execute(sql`
    select recipients.household_reference as reference,
      extract(epoch from max(coalesce(recipients.sent_at, run.run_at)))::float8 as at
    from recipients join ${runCampaigns(organisationId)} as run on run.id = recipients.campaign_id
    where recipients.organisation_id = ${organisationId}
      and recipients.household_reference = any(${sql.param([...references])}::text[]) and ${wasContacted}
    group by 1`)
  return parseRows(result, z.object({ reference: z.string(), at: z.number() }))
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
  return (
    parseRows(result, z.object({ contacts: z.string(), contacted: z.string() }))[0] ?? { contacts: '', contacted: '' }
  )
}

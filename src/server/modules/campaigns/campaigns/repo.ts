import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { BenefitName } from '#contract/households/benefits'
import type { Tx } from '../../../db/engine'
import { campaigns } from '../../../db/schema'
import type { Span } from '../../../db/time'

const {
  frozenHouseholds: _list,
  heldOutHouseholds: _heldOut,
  neverDrawnHouseholds: _neverDrawn,
  filters: _filters,
  waterfall: _waterfall,
  certified: _certified,
  ...row
} = getTableColumns(campaigns)

export type CampaignRow = Pick<typeof campaigns.$inferSelect, keyof typeof row>
export type NewCampaign = typeof campaigns.$inferInsert
type CampaignChange = Partial<Omit<NewCampaign, 'id' | 'organisationId'>>

/** Newest first. */
export const listCampaigns = (tx: Tx, organisationId: string): Promise<CampaignRow[]> =>
  tx.select(row).from(campaigns).where(eq(campaigns.organisationId, organisationId)).orderBy(desc(campaigns.id))

/** Created or sent in a span, not cancelled, oldest first. */
export const campaignsIn = (tx: Tx, organisationId: string, { from, until }: Span) =>
  tx
    .select({
      id: campaigns.id,
      name: campaigns.name,
      benefit: campaigns.benefitName,
      channel: campaigns.channel,
      status: campaigns.status,
      sentAt: campaigns.sentAt,
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.organisationId, organisationId),
        ne(campaigns.status, 'cancelled'),
        or(
          and(gte(campaigns.createdAt, from), lt(campaigns.createdAt, until)),
          and(gte(campaigns.sentAt, from), lt(campaigns.sentAt, until)),
        ),
      ),
    )
    .orderBy(asc(sql`coalesce(${campaigns.sentAt}, ${campaigns.createdAt})`), asc(campaigns.id))

/** When the organisation first sent a campaign. */
export async function findFirstSent(tx: Tx, organisationId: string): Promise<Date | null> {
  const [first] = await tx
    .select({ sentAt: min(campaigns.sentAt) })
    .from(campaigns)
    .where(eq(campaigns.organisationId, organisationId))
  return first?.sentAt ?? null
}

/** Without its large columns. */
export async function findCampaign(tx: Tx, id: number): Promise<CampaignRow | undefined> {
  const [found] = await tx.select(row).from(campaigns).where(eq(campaigns.id, id))
  return found
}

/** Filters behind the lists, unparsed and without references, and how many households others held out. */
export const listCampaignSources = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({
      id: campaigns.id,
      filters: sql<unknown>`jsonb_build_object(
        'filter_request_list', ${campaigns.filters} -> 'filter_request_list',
        'dynamic_filter_value_request_list', jsonb_path_query_array(
          ${campaigns.filters}, '$.dynamic_filter_value_request_list[*] ? (@.filter_name == "area")'))`,
      heldOut: sql<number>`coalesce((${campaigns.waterfall} ->> 'held_out')::int, 0)`.mapWith(Number),
    })
    .from(campaigns)
    .where(inArray(campaigns.id, [...ids]))

/** The filters that made the list, unparsed. */
export async function readFilters(tx: Tx, id: number): Promise<unknown> {
  const [found] = await tx.select({ filters: campaigns.filters }).from(campaigns).where(eq(campaigns.id, id))
  return found?.filters
}

/** Unparsed; null where not recorded or not final. */
export async function findCertificate(tx: Tx, id: number): Promise<{ waterfall: unknown; certified: unknown }> {
  const { waterfall, certified } = campaigns
  const [found] = await tx.select({ waterfall, certified }).from(campaigns).where(eq(campaigns.id, id))
  return found ?? { waterfall: null, certified: null }
}

/** Fixes a certificate's figures once. */
export const certify = (tx: Tx, id: number, certified: object) =>
  tx
    .update(campaigns)
    .set({ certified })
    .where(and(eq(campaigns.id, id), isNull(campaigns.certified)))

/** Whether a campaign that was not cancelled has this letter. */
export async function hasLetter(tx: Tx, organisationId: string, key: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.organisationId, organisationId),
        eq(campaigns.letterTemplateKey, key),
        ne(campaigns.status, 'cancelled'),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Campaigns that complement it over another channel. */
export const linkedCampaigns = (tx: Tx, { id, organisationId, linkId }: CampaignRow) =>
  linkId === null
    ? Promise.resolve([])
    : tx
        .select({ id: campaigns.id, name: campaigns.name, channel: campaigns.channel })
        .from(campaigns)
        .where(
          and(
            eq(campaigns.organisationId, organisationId),
            eq(campaigns.linkId, linkId),
            ne(campaigns.id, id),
            isNull(campaigns.cancelledAs),
          ),
        )
        .orderBy(asc(campaigns.id))

/** Locks the row: servers change a campaign in turn. */
export async function lockCampaign(tx: Tx, id: number): Promise<CampaignRow | undefined> {
  const [found] = await tx.select(row).from(campaigns).where(eq(campaigns.id, id)).for('update')
  return found
}

/** Campaigns made from a month since its publication. */
export const campaignsOfMonth = (
  tx: Tx,
  { organisationId, month, publishedAt }: { organisationId: string; month: string; publishedAt: Date },
) =>
  tx
    .select(row)
    .from(campaigns)
    .where(
      and(
        eq(campaigns.organisationId, organisationId),
        eq(campaigns.snapshot, month),
        gte(campaigns.createdAt, publishedAt),
      ),
    )
    .orderBy(asc(campaigns.id))

/** Inserts a campaign. */
export async function insertCampaign(tx: Tx, campaign: NewCampaign): Promise<CampaignRow> {
  const [made] = await tx.insert(campaigns).values(campaign).returning(row)
  if (!made) throw new Error('The campaign was not stored.')
  return made
}

/** How many a person has made since a time. */
export const countCampaignsOf = (tx: Tx, personId: string, since: Date): Promise<number> =>
  tx.$count(campaigns, and(eq(campaigns.createdById, personId), gte(campaigns.createdAt, since)))

/** Updates columns. */
export async function changeCampaign(tx: Tx, id: number, change: CampaignChange): Promise<CampaignRow> {
  const [changed] = await tx.update(campaigns).set(change).where(eq(campaigns.id, id)).returning(row)
  if (!changed) throw new Error('The campaign is gone.')
  return changed
}

/** Why preparation is stuck; ignored once prepared. */
export const noteProblem = (tx: Tx, id: number, problem: string) =>
  tx
    .update(campaigns)
    .set({ problem })
    .where(and(eq(campaigns.id, id), isNull(campaigns.preparedAt)))

/** Unless cancelled, paused or put off meanwhile. */
export async function beginHandingOver(tx: Tx, id: number, at: Date): Promise<CampaignRow | undefined> {
  const [begun] = await tx
    .update(campaigns)
    .set({ handingOverSince: at })
    .where(
      and(
        eq(campaigns.id, id),
        eq(campaigns.status, 'sent to api'),
        isNotNull(campaigns.runAt),
        isNull(campaigns.pausedAt),
        or(isNull(campaigns.startAt), lte(campaigns.startAt, at)),
      ),
    )
    .returning(row)
  return begun
}

/** Packed; null once prepared. */
export async function frozenHouseholds(tx: Tx, id: number): Promise<Uint8Array | null> {
  const [found] = await tx.select({ list: campaigns.frozenHouseholds }).from(campaigns).where(eq(campaigns.id, id))
  return found?.list ?? null
}

/** The packed references that a campaign holds out, if any. */
export async function heldOutHouseholds(tx: Tx, id: number): Promise<Uint8Array | null> {
  const [found] = await tx.select({ list: campaigns.heldOutHouseholds }).from(campaigns).where(eq(campaigns.id, id))
  return found?.list ?? null
}

/** Household references outside recipients, lowest campaign id first. */
export const listHouseholdLists = (tx: Tx, organisationId: string) =>
  tx
    .select({
      id: campaigns.id,
      name: campaigns.name,
      createdAt: campaigns.createdAt,
      frozen: campaigns.frozenHouseholds,
      heldOut: campaigns.heldOutHouseholds,
      neverDrawn: campaigns.neverDrawnHouseholds,
      filters: campaigns.filters,
    })
    .from(campaigns)
    .where(eq(campaigns.organisationId, organisationId))
    .orderBy(asc(campaigns.id))

/** Campaigns of letters. */
export const letterCampaigns = (tx: Tx, organisationId: string) =>
  tx
    .select({ campaignId: campaigns.id, organisationId: campaigns.organisationId })
    .from(campaigns)
    .where(and(eq(campaigns.organisationId, organisationId), eq(campaigns.channel, 'print_and_post')))

/** The newest for a benefit, not cancelled. */
export async function findLastCampaign(tx: Tx, organisationId: string, benefit: BenefitName) {
  const [last] = await tx
    .select({
      holdOutPercentage: campaigns.holdOutPercentage,
      frozenCount: campaigns.frozenCount,
      lawfulBasis: campaigns.lawfulBasis,
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.organisationId, organisationId),
        eq(campaigns.benefitName, benefit),
        ne(campaigns.status, 'cancelled'),
      ),
    )
    .orderBy(desc(campaigns.id))
    .limit(1)
  return last
}

/** Campaigns run since a time, by their hold-out's months, whose hold-out for a benefit is not released. */
export async function holdingOut(
  tx: Tx,
  organisationId: string,
  benefit: BenefitName,
  runSince: readonly { readonly months: number; readonly since: SQL }[],
): Promise<number[]> {
  const began = sql`greatest(${campaigns.runAt}, ${campaigns.startAt})`
  const found = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.organisationId, organisationId),
        eq(campaigns.benefitName, benefit),
        gt(campaigns.heldOutCount, 0),
        isNull(campaigns.holdOutReleasedAt),
        or(
          isNull(campaigns.runAt),
          ...runSince.map(({ months, since }) => and(eq(campaigns.holdOutMonths, months), gte(began, since))),
        ),
      ),
    )
    .orderBy(asc(campaigns.id))
  return found.map(({ id }) => id)
}

/** Waiting for super administrators, all organisations (system transaction): prepared and not run, or paused. */
export const waitingForProvider = (tx: Tx) =>
  tx
    .select(row)
    .from(campaigns)
    .where(
      and(
        inArray(campaigns.status, ['Awaiting approval', 'sent to api']),
        isNotNull(campaigns.preparedAt),
        or(isNull(campaigns.runAt), isNotNull(campaigns.pausedAt)),
      ),
    )

/** Sent back since a time and not redrafted. */
export const sentBackTo = (tx: Tx, personId: string, since: Date) =>
  tx
    .select(row)
    .from(campaigns)
    .where(
      and(
        eq(campaigns.createdById, personId),
        eq(campaigns.status, 'cancelled'),
        eq(campaigns.cancelledAs, 'sent_back'),
        isNull(campaigns.redraftedAt),
        gte(campaigns.clearedAt, since),
      ),
    )

/** All organisations (system transaction). */
export const unpreparedCampaigns = (tx: Tx) =>
  tx
    .select({ campaignId: campaigns.id, organisationId: campaigns.organisationId })
    .from(campaigns)
    .where(and(eq(campaigns.status, 'Awaiting approval'), isNull(campaigns.preparedAt)))

/** All organisations (system transaction). */
export const unsentCampaigns = (tx: Tx) =>
  tx
    .select({ campaignId: campaigns.id, organisationId: campaigns.organisationId })
    .from(campaigns)
    .where(and(eq(campaigns.status, 'sent to api'), isNotNull(campaigns.runAt), isNull(campaigns.pausedAt)))

/** Sent before a time and still holding personal data. */
export const unclearedCampaigns = (tx: Tx, organisationId: string, sentBefore: Date) =>
  tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.organisationId, organisationId),
        lt(campaigns.completedAt, sentBefore),
        isNull(campaigns.clearedAt),
      ),
    )

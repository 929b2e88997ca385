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
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { BenefitName } from '#contract/households/benefits'
import type { Tx } from '../../../db/engine'
import { campaigns, lawfulBasisSettings } from '../../../db/schema'
import type { Span } from '../../../db/time'

const {
  frozenHouseholds: _list,
  heldOutHouseholds: _heldOut,
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

/** Campaigns created or sent in a span, except cancelled ones, oldest first. */
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

/** Without its large columns. */
export async function findCampaign(tx: Tx, id: number): Promise<CampaignRow | undefined> {
  const [found] = await tx.select(row).from(campaigns).where(eq(campaigns.id, id))
  return found
}

/** The filters that made the lists, unparsed and without references, and how many households others held out. */
export const listSources = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({
      id: campaigns.id,
      // A list may name thousands.
      filters: sql<unknown>`jsonb_build_object(
        'filter_request_list', ${campaigns.filters} -> 'filter_request_list',
        'dynamic_filter_value_request_list', jsonb_path_query_array(
          ${campaigns.filters}, '$.dynamic_filter_value_request_list[*] ? (@.filter_name == "area")'))`,
      heldOut: sql<number>`coalesce((${campaigns.waterfall} ->> 'held_out')::int, 0)`.mapWith(Number),
    })
    .from(campaigns)
    .where(inArray(campaigns.id, [...ids]))

/** A certificate's figures, unparsed; null where not recorded, or not yet final. */
export async function findCertificate(tx: Tx, id: number): Promise<{ waterfall: unknown; certified: unknown }> {
  const { waterfall, certified } = campaigns
  const [found] = await tx.select({ waterfall, certified }).from(campaigns).where(eq(campaigns.id, id))
  return found ?? { waterfall: null, certified: null }
}

/** Fixes what certificates show, unless already fixed. */
export const certify = (tx: Tx, id: number, certified: object) =>
  tx
    .update(campaigns)
    .set({ certified })
    .where(and(eq(campaigns.id, id), isNull(campaigns.certified)))

/** Undefined until set. */
export async function findBasisSettings(tx: Tx, organisationId: string) {
  const [found] = await tx
    .select()
    .from(lawfulBasisSettings)
    .where(eq(lawfulBasisSettings.organisationId, organisationId))
  return found
}

/** Replaces the settings. */
export const saveBasisSettings = (tx: Tx, settings: typeof lawfulBasisSettings.$inferInsert) =>
  tx
    .insert(lawfulBasisSettings)
    .values(settings)
    .onConflictDoUpdate({ target: lawfulBasisSettings.organisationId, set: settings })

/** Campaigns that complement this one over another channel. */
export const linkedCampaigns = (tx: Tx, { id, organisationId, linkId }: CampaignRow) =>
  linkId === null
    ? Promise.resolve([])
    : tx
        .select({ id: campaigns.id, name: campaigns.name, channel: campaigns.channel })
        .from(campaigns)
        .where(and(eq(campaigns.organisationId, organisationId), eq(campaigns.linkId, linkId), ne(campaigns.id, id)))
        .orderBy(asc(campaigns.id))

/** Locks a campaign, so that all servers change it in turn. */
export async function lockCampaign(tx: Tx, id: number): Promise<CampaignRow | undefined> {
  const [found] = await tx.select(row).from(campaigns).where(eq(campaigns.id, id)).for('update')
  return found
}

/** Inserts a campaign. */
export async function insertCampaign(tx: Tx, campaign: NewCampaign): Promise<CampaignRow> {
  const [made] = await tx.insert(campaigns).values(campaign).returning(row)
  if (!made) throw new Error('The campaign was not stored.')
  return made
}

/** Updates columns. */
export async function changeCampaign(tx: Tx, id: number, change: CampaignChange): Promise<CampaignRow> {
  const [changed] = await tx.update(campaigns).set(change).where(eq(campaigns.id, id)).returning(row)
  if (!changed) throw new Error('The campaign is gone.')
  return changed
}

/** Stores why preparation is stuck; ignored once prepared. */
export const noteProblem = (tx: Tx, id: number, problem: string) =>
  tx
    .update(campaigns)
    .set({ problem })
    .where(and(eq(campaigns.id, id), isNull(campaigns.preparedAt)))

/** The packed list; null once everyone is prepared. */
export async function frozenHouseholds(tx: Tx, id: number): Promise<Uint8Array | null> {
  const [found] = await tx.select({ list: campaigns.frozenHouseholds }).from(campaigns).where(eq(campaigns.id, id))
  return found?.list ?? null
}

/** The packed references that a campaign holds out, if any. */
export async function heldOutHouseholds(tx: Tx, id: number): Promise<Uint8Array | null> {
  const [found] = await tx.select({ list: campaigns.heldOutHouseholds }).from(campaigns).where(eq(campaigns.id, id))
  return found?.list ?? null
}

/** What every campaign says of households outside its recipients, lowest id first. */
export const listHouseholdLists = (tx: Tx, organisationId: string) =>
  tx
    .select({
      id: campaigns.id,
      name: campaigns.name,
      createdAt: campaigns.createdAt,
      frozen: campaigns.frozenHouseholds,
      heldOut: campaigns.heldOutHouseholds,
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

/** Ids of campaigns that hold out households for a benefit: not released, and run since a time. */
export async function holdingOut(
  tx: Tx,
  organisationId: string,
  benefit: BenefitName,
  runSince: SQL,
): Promise<number[]> {
  const found = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.organisationId, organisationId),
        eq(campaigns.benefitName, benefit),
        gt(campaigns.heldOutCount, 0),
        isNull(campaigns.holdOutReleasedAt),
        or(isNull(campaigns.runAt), gte(sql`greatest(${campaigns.runAt}, ${campaigns.startAt})`, runSince)),
      ),
    )
    .orderBy(asc(campaigns.id))
  return found.map(({ id }) => id)
}

/** Unprepared campaigns of all organisations (system transaction). */
export const unpreparedCampaigns = (tx: Tx) =>
  tx
    .select({ campaignId: campaigns.id, organisationId: campaigns.organisationId })
    .from(campaigns)
    .where(and(eq(campaigns.status, 'Awaiting approval'), isNull(campaigns.preparedAt)))

/** Campaigns being sent, of all organisations (system transaction). */
export const unsentCampaigns = (tx: Tx) =>
  tx
    .select({ campaignId: campaigns.id, organisationId: campaigns.organisationId })
    .from(campaigns)
    .where(and(eq(campaigns.status, 'sent to api'), isNotNull(campaigns.runAt), isNull(campaigns.pausedAt)))

/** Campaigns sent before a time that still hold personal data. */
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

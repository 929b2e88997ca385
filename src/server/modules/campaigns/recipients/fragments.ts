import { sql, type SQL } from 'drizzle-orm'
import type { BenefitName } from '#contract/households/benefits'
import type { Channel } from '#contract/households/channels'
import { campaigns } from '../../../db/schema'

/** Subquery: `id, run_at, completed_at` of campaigns run and not cancelled. */
export const runCampaigns = (organisationId: string): SQL =>
  sql`(select id, run_at, completed_at from ${campaigns}
    where organisation_id = ${organisationId} and run_at is not null and cancelled_as is null)`

/** Subquery: ids by benefit. */
export const campaignsFor = (organisationId: string, benefit: BenefitName): SQL =>
  sql`(select id from ${campaigns} where organisation_id = ${organisationId} and benefit_name = ${benefit})`

/** SQL: a campaign's channel. */
export const selectChannel = (campaignId: unknown): SQL<Channel> =>
  sql<Channel>`(select of.channel from ${campaigns} as of where of.id = ${campaignId})`

/** SQL: escaped as on the wire. */
export const selectName = (campaignId: unknown): SQL<string> =>
  sql<string>`(select of.name from ${campaigns} as of where of.id = ${campaignId})`

/** SQL: archived or not. */
export const selectIsCancelled = (campaignId: unknown): SQL<boolean> =>
  sql<boolean>`(select of.status = 'cancelled' or of.cancelled_as is not null from ${campaigns} as of where of.id = ${campaignId})`

/** SQL: a campaign's benefit. */
export const selectBenefit = (campaignId: unknown): SQL<BenefitName> =>
  sql<BenefitName>`(select of.benefit_name from ${campaigns} as of where of.id = ${campaignId})`

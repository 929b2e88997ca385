import { sql, type SQL } from 'drizzle-orm'
import type { Channel } from '#contract/campaigns'
import { campaigns } from '../../db/schema'

/** Subquery for joins in other modules: `id, run_at, completed_at` of campaigns that were run. */
export const runCampaigns = (organisationId: string): SQL =>
  sql`(select id, run_at, completed_at from ${campaigns} where organisation_id = ${organisationId} and run_at is not null)`

/** SQL: a campaign's channel, from its id. */
export const channelOf = (campaignId: unknown): SQL<Channel> =>
  sql<Channel>`(select of.channel from ${campaigns} as of where of.id = ${campaignId})`

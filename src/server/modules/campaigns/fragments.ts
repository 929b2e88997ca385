/** SQL of the campaigns' tables that other modules put into their own statements. */
import { sql, type SQL } from 'drizzle-orm'
import type { Channel } from '#contract/campaigns'
import { campaigns } from '../../db/schema'

/** The organisation's campaigns that were run (`id, run_at, completed_at`), to read from or to join. */
export const runCampaigns = (organisationId: string): SQL =>
  sql`(select id, run_at, completed_at from ${campaigns} where organisation_id = ${organisationId} and run_at is not null)`

/** The channel of the campaign with that id. */
export const channelOf = (campaignId: unknown): SQL<Channel> =>
  sql<Channel>`(select of.channel from ${campaigns} as of where of.id = ${campaignId})`

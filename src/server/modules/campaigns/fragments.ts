/** SQL of this module's tables that others put into their statements. */
import { sql, type SQL } from 'drizzle-orm'
import type { Channel } from '#contract/campaigns'
import { campaigns } from '../../db/schema'

/** Those that were run (`id, run_at, completed_at`), to join. */
export const runCampaigns = (organisationId: string): SQL =>
  sql`(select id, run_at, completed_at from ${campaigns} where organisation_id = ${organisationId} and run_at is not null)`

/** A campaign's channel. */
export const channelOf = (campaignId: unknown): SQL<Channel> =>
  sql<Channel>`(select of.channel from ${campaigns} as of where of.id = ${campaignId})`

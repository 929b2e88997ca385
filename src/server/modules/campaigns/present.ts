import type { Campaign, ListedCampaign } from '#contract/campaigns'
import { conflict } from '../../faults'
import type { CampaignWork } from './jobs'
import type { CampaignRow } from './repo'
import { decide, phaseOf, refusal, type Move, type Standing } from './states'

/** What the state machine asks about a campaign. */
export const standingOf = (row: CampaignRow): Standing => ({
  status: row.status,
  channel: row.channel,
  isPrepared: row.preparedAt !== null,
  isReviewed: row.reviewedAt !== null,
  isRun: row.runAt !== null,
  isPaused: row.pausedAt !== null,
})

/** Whether its messages are still being made: not once they are, nor when it was cancelled. */
export const isPreparing = (row: CampaignRow): boolean => phaseOf(standingOf(row)) === 'preparing'

/** What a piece of work about it carries. */
export const workOf = ({ id, organisationId }: CampaignRow): CampaignWork => ({ campaignId: id, organisationId })

/** A campaign as it goes over the wire: a list of fields, so that a new column cannot leak. */
export const asCampaign = (row: CampaignRow): Campaign => ({
  id: row.id,
  name: row.name,
  benefit_name: row.benefitName,
  channel: row.channel,
  snapshot: row.snapshot,
  status: row.status,
  number_of_recipients: row.numberOfRecipients,
  created_by: row.createdBy,
  reviewed: row.reviewedAt !== null,
  date_sent: row.sentAt?.toISOString() ?? null,
  phase: phaseOf(standingOf(row)),
})

/** The same in the list and on its own page, with how far its messages are. */
export const asListedCampaign = (row: CampaignRow): ListedCampaign => ({
  ...asCampaign(row),
  prepared_count: row.preparedCount,
  frozen_count: row.frozenCount,
})

/** @throws Fault 409 while the campaign's messages are being made: its list is not whole. */
export function requireList(row: CampaignRow): void {
  const standing = standingOf(row)
  if (phaseOf(standing) === 'preparing') throw conflict(refusal('review', standing), 'campaign_state')
}

/**
 * The verdict on a move.
 * @throws Fault 409 in the words of what the campaign's state is.
 */
export function allow(move: Move, row: CampaignRow): { readonly to: CampaignRow['status'] } | 'again' {
  const standing = standingOf(row)
  const verdict = decide(move, standing)
  if (verdict === 'refused') throw conflict(refusal(move, standing), 'campaign_state')
  return verdict
}

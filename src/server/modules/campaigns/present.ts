import type { Campaign, ListedCampaign } from '#contract/campaigns'
import { conflict } from '../../faults'
import type { CampaignWork } from './jobs'
import type { CampaignRow } from './repo'
import { decide, phaseOf, refusal, type Move, type Standing } from './states'

/** For states.ts. */
export const standingOf = (row: CampaignRow): Standing => ({
  status: row.status,
  channel: row.channel,
  isPrepared: row.preparedAt !== null,
  isReviewed: row.reviewedAt !== null,
  isRun: row.runAt !== null,
  isPaused: row.pausedAt !== null,
})

/** Not once they are made, nor when it was cancelled. */
export const isPreparing = (row: CampaignRow): boolean => phaseOf(standingOf(row)) === 'preparing'

/** For a job. */
export const workOf = ({ id, organisationId }: CampaignRow): CampaignWork => ({ campaignId: id, organisationId })

/** A list of fields, so that a new column cannot leak. */
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

/** With how far its messages are. */
export const asListedCampaign = (row: CampaignRow): ListedCampaign => ({
  ...asCampaign(row),
  prepared_count: row.preparedCount,
  frozen_count: row.frozenCount,
})

/** @throws Fault 409 while its list is not whole. */
export function requireList(row: CampaignRow): void {
  const standing = standingOf(row)
  if (phaseOf(standing) === 'preparing') throw conflict(refusal('review', standing), 'campaign_state')
}

/** @throws Fault 409 in the words of the campaign's state. */
export function allow(move: Move, row: CampaignRow): { readonly to: CampaignRow['status'] } | 'again' {
  const standing = standingOf(row)
  const verdict = decide(move, standing)
  if (verdict === 'refused') throw conflict(refusal(move, standing), 'campaign_state')
  return verdict
}

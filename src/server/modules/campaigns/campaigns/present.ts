import type { Campaign, CampaignDetail, ListedCampaign } from '#contract/campaigns/campaigns'
import { conflict } from '../../../http/faults'
import type { CampaignWork } from './jobs'
import type { CampaignRow } from './repo'
import { decide, phaseOf, refusal, type Move, type Standing } from './states'

/** The part of a row that states.ts decides on. */
export const standingOf = (row: CampaignRow): Standing => ({
  status: row.status,
  channel: row.channel,
  isPrepared: row.preparedAt !== null,
  isReviewed: row.reviewedAt !== null,
  isRun: row.runAt !== null,
  isPaused: row.pausedAt !== null,
})

/** Whether messages are still being made for a campaign that is not cancelled. */
export const isPreparing = (row: CampaignRow): boolean => phaseOf(standingOf(row)) === 'preparing'

/** Whether every message is in both languages. */
export const isInBoth = (row: CampaignRow): boolean =>
  row.translationLanguage !== null && row.translationMessage === null && row.translationLetterKey === null

/**
 * The other language, and how many messages use it. @param isHidden whether preferred languages are hidden from the
 * role
 */
export const presentTranslation = (row: CampaignRow, isHidden: boolean): CampaignDetail['translation'] =>
  row.translationLanguage && {
    language: row.translationLanguage,
    translated_for: isInBoth(row) ? 'everybody' : 'who_prefers_it',
    households: row.preparedAt === null || (isHidden && !isInBoth(row)) ? null : row.translatedCount,
  }

/** The ids that a job carries. */
export const createWork = ({ id, organisationId }: CampaignRow): CampaignWork => ({ campaignId: id, organisationId })

/** A campaign's name in the audit log. */
export const describeCampaign = ({ id, channel }: Pick<CampaignRow, 'id' | 'channel'>): string =>
  `campaign ${id} (${channel})`

/** Lists each field, so that a new column cannot leak. */
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

/** Counted only while a campaign is under way. */
export interface CampaignProgress {
  readonly made: number
  readonly sent: number
  readonly delivered: number
  readonly startsAt: Date | null
}

/** {@link asCampaign} with its progress. */
export const asListedCampaign = (
  row: CampaignRow,
  { made, sent, delivered, startsAt }: CampaignProgress,
): ListedCampaign => ({
  ...asCampaign(row),
  letters_made: made,
  sent_count: sent,
  delivered_count: delivered,
  starts_at: startsAt?.toISOString() ?? null,
  prepared_count: row.preparedCount,
  frozen_count: row.frozenCount,
})

/** @throws Fault 409 while the recipient list is incomplete */
export function requireList(row: CampaignRow): void {
  const standing = standingOf(row)
  if (phaseOf(standing) === 'preparing') throw conflict(refusal('review', standing), 'campaign_state')
}

/** Applies states.ts to a row. @throws Fault 409 in words about its state */
export function allow(move: Move, row: CampaignRow): { readonly to: CampaignRow['status'] } | 'again' {
  const standing = standingOf(row)
  const decision = decide(move, standing)
  if (decision === 'refused') throw conflict(refusal(move, standing), 'campaign_state')
  return decision
}

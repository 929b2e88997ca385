import type { Campaign, CampaignDetail, ListedCampaign } from '#contract/campaigns/campaigns'
import type { Person } from '../../../http/person'
import type { CampaignRow } from './repo'
import { findPhase } from './moves'
import { roundAtLeastTen } from './roundedCounts'

/** Whether every message is in both languages. */
export const isInBoth = (row: CampaignRow): boolean =>
  row.translationLanguage !== null && row.translationMessage === null && row.translationLetterKey === null

/** The other language and its message count. @param isHidden whether preferred languages are hidden from the role */
export const presentTranslation = (row: CampaignRow, isHidden: boolean): CampaignDetail['translation'] =>
  row.translationLanguage && {
    language: row.translationLanguage,
    translated_for: isInBoth(row) ? 'everybody' : 'who_prefers_it',
    households: row.preparedAt === null || (isHidden && !isInBoth(row)) ? null : row.translatedCount,
  }

/** For the audit log. */
export const describeCampaign = ({ id, channel }: Pick<CampaignRow, 'id' | 'channel'>): string =>
  `campaign ${id} (${channel})`

/** Lists each field, so that a new column cannot leak. @param isRounded whether its list is hidden */
export const asCampaign = (row: CampaignRow, isRounded: boolean): Campaign => ({
  id: row.id,
  name: row.name,
  benefit_name: row.benefitName,
  channel: row.channel,
  snapshot: row.snapshot,
  status: row.status,
  number_of_recipients: isRounded ? roundAtLeastTen(row.numberOfRecipients) : row.numberOfRecipients,
  is_rounded: isRounded,
  created_by: row.createdBy,
  reviewed: row.reviewedAt !== null,
  date_sent: row.sentAt?.toISOString() ?? null,
  phase: findPhase(row),
})

/** Only while under way. */
export interface CampaignProgress {
  readonly made: number
  readonly sent: number
  readonly delivered: number
  readonly startsAt: Date | null
}

/** {@link asCampaign} with its progress, exactly, for a person. */
export const asListedCampaign = (
  row: CampaignRow,
  { made, sent, delivered, startsAt }: CampaignProgress,
  { userId }: Pick<Person, 'userId'>,
): ListedCampaign => ({
  ...asCampaign(row, false),
  letters_made: made,
  sent_count: sent,
  delivered_count: delivered,
  starts_at: startsAt?.toISOString() ?? null,
  prepared_count: row.preparedCount,
  frozen_count: row.frozenCount,
  has_begun: row.handingOverSince !== null,
  is_own: row.createdById === userId,
  cancelled_as: row.cancelledAs,
  review_comment: row.reviewComment,
})

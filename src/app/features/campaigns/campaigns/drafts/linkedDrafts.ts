/** Drafts that begin from a draft or a campaign. */
import { CAMPAIGN_NAME_LIMIT, type CampaignDetail } from '#contract/campaigns/campaigns'
import type { redraftCampaign } from '#contract/campaigns/campaignMoves'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { daysOn, londonDay } from '#contract/days'
import { OVER_TIME_CATEGORY } from '#contract/households/filters'
import { STILL_WAITING_FILTER, stillWaitingValue, WAITING_DAYS } from '#contract/households/overTime'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Draft } from '#offline/drafts'
import type { z } from 'zod'
import { withValues } from '../../../../state/filters/selection'
import { readTemplateSelection } from '../../../../state/filters/templateValues'
import { typeTitle } from '../wording'
import { newDraft } from './draft'

/** A linked draft of letters to households that the texts skip. */
export function lettersBeside(texts: Draft, id: string, now: Date): Draft {
  const { smsTemplateId: _, translationId: _translation, ...rest } = texts
  const name = `${texts.campaignName.trim()}: letters`
  return {
    ...rest,
    id,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    campaignName: [...name].length > CAMPAIGN_NAME_LIMIT ? texts.campaignName : name,
    communicationChannel: CHANNEL_WORDS.print_and_post,
    letterTemplateId: null,
    isWithoutMobile: true,
    linkId: texts.linkId ?? texts.id,
  }
}

/** The first day with data for a reminder, yyyy-mm-dd; null if none. */
export function reminderFrom({ benefit_name: benefit, date_sent: sent, status }: CampaignDetail): string | null {
  const isSent = (status === 'Complete' || status === 'archived') && sent !== null
  return isSent && benefit !== 'custom' ? daysOn(londonDay(new Date(sent)), WAITING_DAYS) : null
}

/** A linked draft on the other channel to contacted households that do not claim. */
export function makeReminder(campaign: CampaignDetail, id: string, now: Date): Draft {
  const { benefit_name: benefit, link_id: linkId } = campaign
  if (benefit === 'custom') throw new Error('Nobody can be reminded of a Custom campaign.')
  const before = unescapeAngleBrackets(campaign.name)
  const name = `${before}: reminder`
  const value = {
    id: stillWaitingValue({ benefit, campaignId: campaign.id }),
    displayName: `“${before}”, ${WAITING_DAYS} days after`,
  }
  const place = {
    categoryName: OVER_TIME_CATEGORY,
    filterName: STILL_WAITING_FILTER.filter_name,
    displayName: STILL_WAITING_FILTER.display_name,
  }
  return {
    ...newDraft(id, now, { theme: undefined, selectedFilters: withValues({}, place, [value]) }),
    campaignName: [...name].length > CAMPAIGN_NAME_LIMIT ? before : name,
    campaignType: typeTitle(benefit),
    communicationChannel: CHANNEL_WORDS[campaign.channel === 'sms' ? 'print_and_post' : 'sms'],
    ...(linkId === null ? {} : { linkId }),
  }
}

/** A new draft of a cancelled campaign. */
export function makeRedraft(made: z.output<typeof redraftCampaign.reply>, id: string, now: Date): Draft {
  const { stagger: months, translation } = made
  return {
    ...newDraft(id, now, { theme: undefined, selectedFilters: readTemplateSelection(made.filters) }),
    campaignName: unescapeAngleBrackets(made.campaign_name),
    campaignType: typeTitle(made.benefit_name),
    communicationChannel: CHANNEL_WORDS[made.channel_name],
    excludeHouseholds: months > 0,
    excludeHouseholdsByMonth: months,
    stagger: months,
    isWithoutMobile: made.without_mobile,
    isExcludedByLetter: made.excluded_by_letter,
    isOneTextPerNumber: made.one_text_per_number,
    linkId: made.link_id,
    smsTemplateId: made.sms_template_id,
    letterTemplateId: made.template_s3_key,
    translationId: translation?.sms_template_id ?? translation?.template_s3_key,
    translatedFor: translation?.translated_for,
    postage: made.postage,
    holdOut: made.hold_out_percentage,
    holdOutMonths: made.hold_out_months,
    lawfulBasis: made.lawful_basis,
  }
}

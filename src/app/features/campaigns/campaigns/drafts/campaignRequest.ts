/** A draft on the wire. */
import type { addCampaign, countEligibleHouseholds } from '#contract/campaigns/campaigns'
import type { HoldOutPercentage } from '#contract/campaigns/holdOuts'
import type { LawfulBasis } from '#contract/campaigns/lawfulBases'
import { escapeAngleBrackets } from '#contract/sanitise'
import type { Draft } from '#offline/drafts'
import type { z } from 'zod'
import { writeFilterRequest } from '../../../../state/filters/selectedFilters'
import {
  findDraftTemplate,
  isExcludedByLetter,
  isOneTextPerNumber,
  isWithoutMobile,
  missingFields,
  readBenefit,
  readChannel,
  readHoldOutMonths,
} from './draft'

export const MISSING_FIELDS = 'Missing required fields'

type CampaignRequest = z.input<typeof addCampaign.body>['campaign_request']

/** The form's values on the wire; null while incomplete. */
export function readCompleteDetails(draft: Draft): Omit<CampaignRequest, 'sms_template_id' | 'template_s3_key'> | null {
  const [benefit, channel] = [readBenefit(draft), readChannel(draft)]
  if (missingFields(draft).length > 0 || !benefit || !channel || draft.snapshot === '') return null
  return {
    campaign_name: escapeAngleBrackets(draft.campaignName.trim()),
    benefit_name: benefit,
    snapshot: draft.snapshot,
    channel_name: channel.name,
    stagger: draft.stagger,
    ...(isWithoutMobile(draft) ? { without_mobile: true } : {}),
    ...(isExcludedByLetter(draft) ? { excluded_by_letter: true } : {}),
    ...(isOneTextPerNumber(draft) ? { one_text_per_number: true } : {}),
  }
}

/** Null while the details are incomplete. */
export function makeCountRequest(draft: Draft): z.input<typeof countEligibleHouseholds.body> | null {
  const details = readCompleteDetails(draft)
  return details && { new_campaign_details: details, ...writeFilterRequest(draft.selectedFilters) }
}

type Translation = NonNullable<CampaignRequest['translation']>

function readTranslation(draft: Draft): Translation | null {
  const channel = readChannel(draft)?.name
  const { translationId: id, translatedFor = 'who_prefers_it' } = draft
  if (channel === 'sms' && typeof id === 'number')
    return { sms_template_id: id, template_s3_key: null, translated_for: translatedFor }
  if (channel === 'print_and_post' && typeof id === 'string')
    return { sms_template_id: null, template_s3_key: id, translated_for: 'who_prefers_it' }
  return null
}

/**
 * The body of Send for Review.
 * @throws Error 'Missing required fields', 'Please choose a template'
 */
export function makeCampaignRequest(
  draft: Draft,
  holdOut: HoldOutPercentage = 0,
  basis: LawfulBasis | null = null,
): z.input<typeof addCampaign.body> {
  const [details, template, translation] = [
    readCompleteDetails(draft),
    findDraftTemplate(draft),
    readTranslation(draft),
  ]
  if (!details) throw new Error(MISSING_FIELDS)
  if (!template) throw new Error('Please choose a template')
  return {
    campaign_request: {
      ...details,
      ...(draft.linkId === undefined ? {} : { link_id: draft.linkId }),
      ...(holdOut === 0 ? {} : { hold_out_percentage: holdOut, hold_out_months: readHoldOutMonths(draft) }),
      ...(basis === null ? {} : { lawful_basis: basis }),
      sms_template_id: 'sms' in template ? template.sms : null,
      template_s3_key: 'letter' in template ? template.letter : null,
      ...(translation && { translation }),
      ...('letter' in template && draft.postage ? { postage: draft.postage } : {}),
    },
    ...writeFilterRequest(draft.selectedFilters),
  }
}

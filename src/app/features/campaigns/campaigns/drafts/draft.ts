/** A draft keeps the form's words; what they mean to the server is derived here. */
import type { BenefitName } from '#contract/households/benefits'
import {
  CAMPAIGN_NAME_LIMIT,
  IMPACT_THEMES,
  type addCampaign,
  type CampaignDetail,
  type countEligibleHouseholds,
  type ImpactTheme,
} from '#contract/campaigns/campaigns'
import type { Channel } from '#contract/households/channels'
import type { redraftCampaign } from '#contract/campaigns/campaignMoves'
import {
  HOLD_OUT_MONTHS,
  USUAL_HOLD_OUT_MONTHS,
  type HoldOutMonths,
  type HoldOutPercentage,
} from '#contract/campaigns/holdOuts'
import { CAMPAIGN_TYPES, CHANNEL_WORDS, type CampaignType, type ChannelWord } from '#contract/campaigns/campaignWords'
import type { LawfulBasis } from '#contract/campaigns/lawfulBases'
import { daysOn, londonDay } from '#contract/days'
import { OVER_TIME_CATEGORY } from '#contract/households/filters'
import { STILL_WAITING_FILTER, stillWaitingValue, WAITING_DAYS } from '#contract/households/overTime'
import { escapeAngleBrackets, unescapeAngleBrackets } from '#contract/sanitise'
import type { z } from 'zod'
import { listPlaces, withValues, type SelectedFilters } from '../../../../state/filters/selection'
import { readTemplateSelection } from '../../../../state/filters/templateValues'
import { writeFilterRequest } from '../../../../state/filters/selectedFilters'
import { readBenefitName, readChannelName, typeTitle } from '../wording'
import type { Draft } from '#offline/drafts'

export type DraftFields = Pick<
  Draft,
  | 'campaignName'
  | 'campaignType'
  | 'communicationChannel'
  | 'isWithoutMobile'
  | 'isExcludedByLetter'
  | 'excludeHouseholds'
  | 'excludeHouseholdsByMonth'
>

export const MISSING_FIELDS = 'Missing required fields'

export const MAX_MONTHS = 24

/** 'Month', '2 Months' … '24 Months'. */
export const monthsWord = (months: number): string => (months === 1 ? 'Month' : `${months} Months`)

/** An empty draft. */
export function newDraft(
  id: string,
  now: Date,
  begun: { theme: ImpactTheme | undefined; selectedFilters: SelectedFilters },
): Draft {
  return {
    id,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    status: 'draft',
    snapshot: '',
    campaignName: '',
    campaignType: begun.theme === undefined ? '' : typeTitle(IMPACT_THEMES[begun.theme]),
    communicationChannel: '',
    excludeHouseholds: false,
    excludeHouseholdsByMonth: 0,
    stagger: 0,
    selectedFilters: begun.selectedFilters,
  }
}

/** Applies a change. A template goes with its channel and, for letters, its benefit. */
export function changed(draft: Draft, change: Partial<Draft>, now: Date): Draft {
  // Always later than before, even after a clock was set back: the newest copy counts.
  const at = Math.max(now.getTime(), Date.parse(draft.updatedAt) + 1)
  const next = { ...draft, ...change, updatedAt: new Date(at).toISOString() }
  if (next.excludeHouseholds && next.excludeHouseholdsByMonth === 0) next.excludeHouseholdsByMonth = 1
  next.stagger = next.excludeHouseholds ? next.excludeHouseholdsByMonth : 0
  if (next.communicationChannel !== draft.communicationChannel || next.campaignType !== draft.campaignType) {
    if (next.communicationChannel !== CHANNEL_WORDS.sms) next.smsTemplateId = null
    next.letterTemplateId = null
    next.translationId = null
  }
  if (next.campaignType !== draft.campaignType) {
    // Those of the last campaign of the new type.
    delete next.holdOut
    delete next.holdOutMonths
    delete next.lawfulBasis
  }
  return next
}

/** Whether any filter is selected. */
export const hasFilters = (draft: Pick<Draft, 'selectedFilters'>): boolean =>
  listPlaces(draft.selectedFilters).length > 0

/** Custom only with filters, Free School Meals only through its theme. */
export function offeredTypes(
  draft: Pick<Draft, 'campaignType' | 'selectedFilters'>,
  theme: ImpactTheme | undefined,
): CampaignType[] {
  const { pension_credit, healthy_start, attendance_allowance, free_school_meals, custom } = CAMPAIGN_TYPES
  const isThroughTheme = theme === 'free-school-meals' || draft.campaignType === free_school_meals
  return [
    pension_credit,
    healthy_start,
    attendance_allowance,
    ...(isThroughTheme ? [free_school_meals] : []),
    ...(hasFilters(draft) ? [custom] : []),
  ]
}

/** The type on the wire; null without one, and for Custom without filters. */
export function readBenefit(draft: Pick<Draft, 'campaignType' | 'selectedFilters'>): BenefitName | null {
  const benefit = readBenefitName(draft.campaignType)
  return benefit === 'custom' && !hasFilters(draft) ? null : benefit
}

/** The draft's channel and its label; null without one. */
export function readChannel(draft: Pick<Draft, 'communicationChannel'>): { name: Channel; word: ChannelWord } | null {
  const name = readChannelName(draft.communicationChannel)
  return name && { name, word: CHANNEL_WORDS[name] }
}

/** The labels of empty required fields. */
export function missingFields(draft: Draft): string[] {
  return [
    ...(draft.campaignName.trim() === '' ? ['Campaign Name'] : []),
    ...(readBenefit(draft) === null ? ['Campaign Type'] : []),
    ...(readChannel(draft) === null ? ['Communication Channel'] : []),
  ]
}

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

/** Whether letters skip households that texts can reach. */
export const isWithoutMobile = (draft: Draft): boolean =>
  draft.isWithoutMobile === true && readChannel(draft)?.name === 'print_and_post'

/** Whether digitally excluded households get a letter. */
export const isExcludedByLetter = (draft: Draft): boolean => draft.isExcludedByLetter === true && hasLetterSwitch(draft)

/** Whether only the first household that shares a number gets the text. */
export const isOneTextPerNumber = (draft: Draft): boolean =>
  draft.isOneTextPerNumber === true && readChannel(draft)?.name === 'sms'

/** Whether some recipients may get their message on the other channel. */
export const hasLetterSwitch = (draft: Draft): boolean => readChannel(draft)?.name === 'sms' || isWithoutMobile(draft)

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

/** The template chosen for the draft's channel. */
export function findDraftTemplate(draft: Draft): { sms: number } | { letter: string } | null {
  const channel = readChannel(draft)?.name
  if (channel === 'sms' && typeof draft.smsTemplateId === 'number') return { sms: draft.smsTemplateId }
  if (channel === 'print_and_post' && typeof draft.letterTemplateId === 'string')
    return { letter: draft.letterTemplateId }
  return null
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

/** From the run to the result. */
export const readHoldOutMonths = (draft: Draft): HoldOutMonths =>
  HOLD_OUT_MONTHS.find((months) => months === draft.holdOutMonths) ?? USUAL_HOLD_OUT_MONTHS

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

/** The form's address, below the theme if only that offers the type. */
export function makeFormPath(draft: Pick<Draft, 'id' | 'campaignType'>): string {
  const theme = readBenefitName(draft.campaignType) === 'free_school_meals' ? '/free-school-meals' : ''
  return `/campaigns${theme}/new?draft=${draft.id}`
}

/** Address of the preview. */
export const makePreviewPath = (id: string, theme?: ImpactTheme): string =>
  theme === undefined ? `/campaigns/new/${id}` : `/campaigns/${theme}/new/${id}`

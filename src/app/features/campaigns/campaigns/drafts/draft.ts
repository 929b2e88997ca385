/** A draft keeps the form's words; what they mean to the server is derived here. */
import type { BenefitName } from '#contract/households/benefits'
import { IMPACT_THEMES, type ImpactTheme } from '#contract/campaigns/campaigns'
import type { Channel } from '#contract/households/channels'
import { HOLD_OUT_MONTHS, USUAL_HOLD_OUT_MONTHS, type HoldOutMonths } from '#contract/campaigns/holdOuts'
import { CAMPAIGN_TYPES, CHANNEL_WORDS, type CampaignType, type ChannelWord } from '#contract/campaigns/campaignWords'
import { listPlaces, type SelectedFilters } from '../../../../state/filters/selection'
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

/** The template chosen for the draft's channel. */
export function findDraftTemplate(draft: Draft): { sms: number } | { letter: string } | null {
  const channel = readChannel(draft)?.name
  if (channel === 'sms' && typeof draft.smsTemplateId === 'number') return { sms: draft.smsTemplateId }
  if (channel === 'print_and_post' && typeof draft.letterTemplateId === 'string')
    return { letter: draft.letterTemplateId }
  return null
}

/** From the run to the result. */
export const readHoldOutMonths = (draft: Draft): HoldOutMonths =>
  HOLD_OUT_MONTHS.find((months) => months === draft.holdOutMonths) ?? USUAL_HOLD_OUT_MONTHS

/** The form's address, below the theme if only that offers the type. */
export function makeFormPath(draft: Pick<Draft, 'id' | 'campaignType'>): string {
  const theme = readBenefitName(draft.campaignType) === 'free_school_meals' ? '/free-school-meals' : ''
  return `/campaigns${theme}/new?draft=${draft.id}`
}

/** Address of the preview. */
export const makePreviewPath = (id: string, theme?: ImpactTheme): string =>
  theme === undefined ? `/campaigns/new/${id}` : `/campaigns/${theme}/new/${id}`

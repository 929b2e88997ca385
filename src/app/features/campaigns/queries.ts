import { keepPreviousData, queryOptions as tanstackOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  countEligibleHouseholds,
  getAllCampaigns,
  getAllSmsTemplates,
  getCampaign,
  getCampaignRecipients,
  type BenefitName,
  type ListedCampaign,
  type RecipientState,
} from '#contract/campaigns'
import { getAllLetterTemplates } from '#contract/letterTemplates'
import { getLatestSnapshot } from '#contract/map'
import { getSupportContact } from '#contract/support'
import { call } from '../../api/call'
import { queryKeyOf, queryOptions } from '../../api/queryOptions'
import { FIRST_PAUSE, pollWhile } from './polling'
import { isMoving } from './progress'
import { isLive } from './summary/states'

export type RecipientsReply = z.output<typeof getCampaignRecipients.reply>
export type SmsTemplates = z.output<typeof getAllSmsTemplates.reply>
type CountRequest = z.input<typeof countEligibleHouseholds.body>

/** The organisation's campaigns, polled while one is being prepared or sent. */
export const campaignsQuery = {
  ...queryOptions(getAllCampaigns),
  ...pollWhile((campaigns: readonly ListedCampaign[]) => campaigns.some(isMoving)),
}

/** One campaign, polled while its figures may change. What a loader has just fetched is not fetched again. */
export const campaignQuery = (id: number) => ({
  ...queryOptions(getCampaign, { query: { campaign_id: id } }),
  ...pollWhile(isLive),
  staleTime: FIRST_PAUSE,
})

/** One page of a campaign's households, in one state or all; the page before stays until it is there. */
export const recipientsQuery = (id: number, state: RecipientState | null, page: number) => ({
  ...queryOptions(getCampaignRecipients, { query: { campaign_id: id, page, ...(state === null ? {} : { state }) } }),
  placeholderData: keepPreviousData,
})

/** The snapshot that a new campaign is made from. */
export const latestSnapshotQuery = queryOptions(getLatestSnapshot)

/** How many households a campaign reaches, once its request is complete; its name is no part of the question. */
export const eligibleCountQuery = (request: CountRequest | null) =>
  tanstackOptions({
    queryKey: queryKeyOf(countEligibleHouseholds, {
      body: request && { ...request, new_campaign_details: { ...request.new_campaign_details, campaign_name: '' } },
    }),
    queryFn: request ? ({ signal }) => call(countEligibleHouseholds, { body: request, signal }) : skipToken,
    placeholderData: keepPreviousData,
  })

/** The organisation's text message templates. */
export const smsTemplatesQuery = queryOptions(getAllSmsTemplates)

/** The organisation's letter templates for a benefit. Not kept: their signed addresses expire within minutes. */
export const letterTemplatesQuery = (benefit: BenefitName) => ({
  ...queryOptions(getAllLetterTemplates, { body: { benefit_name: benefit } }),
  gcTime: 0,
})

/** Where help is, and what the organisation is called in its messages. */
export const supportContactQuery = queryOptions(getSupportContact)

import { keepPreviousData, queryOptions as tanstackOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import {
  countEligibleHouseholds,
  getAllCampaigns,
  getCampaign,
  type ListedCampaign,
} from '#contract/campaigns/campaigns'
import { getHoldOutChoices, type HoldOutMonths } from '#contract/campaigns/holdOuts'
import { getLastChoices } from '#contract/campaigns/lastChoices'
import { getCampaignRecipients, type RecipientState } from '#contract/campaigns/recipients'
import { getAllLetterTemplates } from '#contract/campaigns/letters'
import { call } from '../../../api/call'
import { makeQueryKey, queryOptions } from '../../../api/queryOptions'
import { FIRST_PAUSE, pollWhile } from './polling'
import { isCampaignMoving } from './wording'
import { isLive } from './summary/states'

type CountRequest = z.input<typeof countEligibleHouseholds.body>

export const campaignsQuery = {
  ...queryOptions(getAllCampaigns),
  ...pollWhile((campaigns: readonly ListedCampaign[]) => campaigns.some(isCampaignMoving)),
}

/** Polled while figures may change; reuses a loader's fetch. */
export const campaignQuery = (id: number) => ({
  ...queryOptions(getCampaign, { query: { campaign_id: id } }),
  ...pollWhile(isLive),
  staleTime: FIRST_PAUSE,
})

/** One page, in one state or all; soon dropped from memory. */
export const recipientsQuery = (id: number, state: RecipientState | null, page: number) => ({
  ...queryOptions(getCampaignRecipients, { query: { campaign_id: id, page, ...(state === null ? {} : { state }) } }),
  staleTime: FIRST_PAUSE,
  gcTime: FORGOTTEN_AFTER,
})
const FORGOTTEN_AFTER = 60_000

/** All pages of one campaign. */
export const recipientsKey = (id: number) => [getCampaignRecipients.name, { campaign_id: id }] as const

/** How many households a campaign reaches; its name is not part of the key. */
export const eligibleCountQuery = (request: CountRequest | null) =>
  tanstackOptions({
    queryKey: makeQueryKey(countEligibleHouseholds, {
      body: request && { ...request, new_campaign_details: { ...request.new_campaign_details, campaign_name: '' } },
    }),
    queryFn: request ? ({ signal }) => call(countEligibleHouseholds, { body: request, signal }) : skipToken,
    placeholderData: keepPreviousData,
  })

/** What each hold-out could measure. */
export const holdOutChoicesQuery = (benefit_name: BenefitName, households: number, months: HoldOutMonths) =>
  queryOptions(getHoldOutChoices, { query: { benefit_name, households, months } })

/** What the last campaign for a benefit chose. */
export const lastChoicesQuery = (benefit_name: BenefitName) => queryOptions(getLastChoices, { query: { benefit_name } })

/** Not persisted: signed addresses expire within minutes. */
export const letterTemplatesQuery = (benefit: BenefitName, uploaded: string | null) => ({
  ...queryOptions(getAllLetterTemplates, {
    body: { benefit_name: benefit, ...(uploaded === null ? {} : { uploaded }) },
  }),
  gcTime: 0,
  // The list stays while an upload refetches it.
  placeholderData: keepPreviousData,
})

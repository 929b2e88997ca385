/** docs/product.md#report */
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { londonDay } from '#contract/days'
import type { Impact, PensionCreditReport } from '#contract/results/reports'
import type { TakeUpComparison } from '../../households/snapshots/service'
import {
  ANNUAL_METHOD,
  CAUSE_BY_HOLD_OUT,
  CAUSE_NOT_KNOWN,
  closeDate,
  LIFETIME_METHOD,
  LIFETIME_RANGE_YEARS,
  LIFETIME_YEARS,
  WEEKS_A_YEAR,
} from './assumptions'
import { decidedFrom } from './looks'
import type { ClaimRates } from './takeUp'

interface CountedReport {
  readonly contacted: number
  readonly takeUp: TakeUpComparison
  readonly rates: ClaimRates
  readonly impact: Impact | null
}

const MONTH_AND_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Figures are null, never zero, until a later snapshot exists. */
export function presentReport(
  campaign: CampaignDetail,
  { contacted, takeUp, rates, impact }: CountedReport,
): PensionCreditReport {
  const { before, months } = takeUp
  const latest = months.at(-1)
  const annualPence = latest && latest.weeklyPence * WEEKS_A_YEAR
  const over = (years: number, pence: number) => Math.round(pence * years) / 100
  return {
    campaign_details: {
      id: campaign.id,
      name: campaign.name,
      snapshot: campaign.snapshot.slice(5, 7) + campaign.snapshot.slice(2, 4),
      date_sent: campaign.date_sent,
      channel: campaign.channel,
      number_of_recipients: campaign.number_of_recipients,
      lawful_basis: campaign.lawful_basis,
    },
    campaign_impact: {
      number_of_households_claiming: latest?.claiming ?? null,
      number_of_carer_households: latest?.carers ?? null,
      annual_value: annualPence === undefined ? null : annualPence / 100,
      lifetime_value: annualPence === undefined ? null : over(LIFETIME_YEARS, annualPence),
    },
    graph_details: {
      title: 'New Pension Credit claims by month',
      categorical_label: 'Month',
      value_label: 'Households newly claiming',
      data: months.map(({ month, newClaims }) => ({ group: MONTH_AND_YEAR.format(new Date(month)), value: newClaims })),
    },
    impact,
    comparison: {
      awaiting_data: latest === undefined,
      campaign_snapshot: campaign.snapshot,
      baseline_snapshot: before,
      compared_snapshot: latest?.month ?? null,
      told_from: campaign.date_sent === null ? null : decidedFrom(londonDay(new Date(campaign.date_sent))),
      close_date: campaign.date_sent === null ? null : closeDate(campaign.date_sent),
      contacted_households: contacted,
      lifetime_years: LIFETIME_YEARS,
      lifetime_range:
        annualPence === undefined
          ? []
          : LIFETIME_RANGE_YEARS.map((years) => ({ years, value: over(years, annualPence) })),
      annual_method: ANNUAL_METHOD,
      lifetime_method: LIFETIME_METHOD,
      cause: impact === null ? CAUSE_NOT_KNOWN : CAUSE_BY_HOLD_OUT,
      rates,
    },
  }
}

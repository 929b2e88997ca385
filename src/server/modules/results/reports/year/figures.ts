import { computeBillsBy, computePence, type Bill } from '#contract/campaigns/notifyRates'
import { BENEFIT_NAMES } from '#contract/households/benefits'
import { londonDay, monthsOn } from '#contract/days'
import type { YearFigures, YearResults } from '#contract/results/yearResults'
import { escapeAngleBrackets } from '#contract/sanitise'
import type { CampaignsService } from '../../../campaigns/campaigns/service'
import { ANNUAL_METHOD, CLAIMS_METHOD } from '../assumptions'
import {
  gatherCampaignFigures,
  computeTakeUp,
  type CampaignFigures,
  type CampaignFiguresSources,
} from '../campaignFigures'

export interface YearSources extends CampaignFiguresSources {
  readonly campaigns: Pick<CampaignsService, 'readCharges'>
}

/** Whole London days, inclusive. */
interface Days {
  readonly from: string
  readonly to: string
}

/** @param days of the year, up to today */
export async function gatherYear(
  sources: YearSources,
  organisationId: string,
  days: Days,
): Promise<Omit<YearResults, 'year' | 'years'>> {
  const gathered = await gatherCampaignFigures(sources, organisationId, days)
  const { charges, freeTextsAYear } = await sources.campaigns.readCharges(organisationId, days)
  const sent = gathered.campaigns.flatMap((campaign) =>
    campaign.sentAt && isIn(days, londonDay(campaign.sentAt)) ? [{ ...campaign, sentAt: campaign.sentAt }] : [],
  )
  const bill = <Part>(partOf: (charge: (typeof charges)[number]) => Part) =>
    computeBillsBy(charges, freeTextsAYear, partOf)
  const computeFigures = (campaigns: readonly CampaignFigures[], contacted = 0, charged?: Bill): YearFigures => ({
    campaigns: campaigns.length,
    ...presentFigures(campaigns, contacted, charged),
  })
  const [byCampaign, byBenefit, byMonth] = [
    bill(({ campaignId }) => campaignId),
    bill(({ benefit }) => benefit),
    bill(({ day }) => day.slice(0, 7)),
  ]
  const { contacted } = gathered
  return {
    totals: computeFigures(sent, contacted.total, bill(() => 'all').get('all')),
    campaigns: sent.map((campaign) => ({
      id: campaign.id,
      name: escapeAngleBrackets(campaign.name),
      benefit_name: campaign.benefit,
      channel: campaign.channel,
      date_sent: campaign.sentAt.toISOString(),
      impact: campaign.impact,
      ...presentFigures([campaign], campaign.contacted, byCampaign.get(campaign.id)),
    })),
    by_benefit: BENEFIT_NAMES.map((name) => ({
      benefit_name: name,
      ...computeFigures(
        sent.filter(({ benefit }) => benefit === name),
        contacted.byBenefit.get(name),
        byBenefit.get(name),
      ),
    })).filter(hasFigures),
    by_month: listMonths(days)
      .map((month) => ({
        month,
        ...computeFigures(
          sent.filter(({ sentAt }) => londonDay(sentAt).startsWith(month)),
          contacted.byMonth.get(month),
          byMonth.get(month),
        ),
      }))
      .filter(hasFigures),
    claims_method: CLAIMS_METHOD,
    annual_method: ANNUAL_METHOD,
  }
}

const hasFigures = (row: YearFigures) => row.campaigns + row.contacted_households + row.cost_pence > 0

function presentFigures(
  campaigns: readonly CampaignFigures[],
  contacted: number,
  charged: Bill | undefined,
): Omit<YearFigures, 'campaigns'> {
  const takeUp = computeTakeUp(campaigns)
  return {
    contacted_households: contacted,
    claims: takeUp && { households: takeUp.households, annual_value: takeUp.annualValue },
    cost_pence: computePence(charged?.tenths ?? 0),
  }
}

const isIn = ({ from, to }: Days, day: string) => from <= day && day <= to

/** yyyy-mm, in order. */
const listMonths = ({ from, to }: Days): string[] =>
  Array.from({ length: 12 }, (_, index) => monthsOn(from, index).slice(0, 7)).filter((month) => month <= to.slice(0, 7))

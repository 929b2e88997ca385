import { CHANNEL_WORDS } from '#contract/campaignWords'
import type { ClaimRate, PensionCreditReport } from '#contract/report'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { csvLine } from '../../csv'

const AWAITING_DATA = 'Awaiting data'
const NOT_DISPATCHED = 'Not Dispatched'

/** A line per figure, never about one household. */
export function reportCsv({
  campaign_details,
  campaign_impact,
  graph_details,
  comparison,
}: PensionCreditReport): string {
  const pounds = (value: number | null) => value?.toFixed(2) ?? AWAITING_DATA
  const lines: readonly (readonly [section: string, item: string, value: string | number])[] = [
    ['Section', 'Item', 'Value'],
    ['Campaign Details', 'Campaign Name', unescapeAngleBrackets(campaign_details.name)],
    ['Campaign Details', 'LIFT Snapshot', comparison.campaign_snapshot],
    ['Campaign Details', 'Communication Channel', CHANNEL_WORDS[campaign_details.channel]],
    ['Campaign Details', 'Number of Recipients', campaign_details.number_of_recipients],
    ['Campaign Details', 'Households Contacted', comparison.contacted_households],
    ['Campaign Details', 'Date Sent', campaign_details.date_sent ?? NOT_DISPATCHED],
    ['Campaign Details', 'Close Date', comparison.close_date ?? NOT_DISPATCHED],
    ['Campaign Details', 'Not Claiming in Snapshot', comparison.baseline_snapshot ?? NOT_DISPATCHED],
    ['Campaign Details', 'Compared with Snapshot', comparison.compared_snapshot ?? AWAITING_DATA],
    ['Campaign Impact', 'Households claiming', campaign_impact.number_of_households_claiming ?? AWAITING_DATA],
    ['Campaign Impact', 'Carer households', campaign_impact.number_of_carer_households ?? AWAITING_DATA],
    ['Campaign Impact', 'Annual value (£)', pounds(campaign_impact.annual_value)],
    ['Campaign Impact', 'Lifetime value (£)', pounds(campaign_impact.lifetime_value)],
    ...comparison.lifetime_range.map(
      ({ years, value }) => ['Campaign Impact', `Lifetime value over ${years} years (£)`, pounds(value)] as const,
    ),
    ['Campaign Impact', 'Lifetime value, method', comparison.lifetime_method],
    ['Claims after contact', 'What the figures say', comparison.cause],
    ...rateLines('contacted', comparison.rates?.contacted),
    ...rateLines('not contacted', comparison.rates?.not_contacted),
    ...graph_details.data.map(({ group, value }) => [graph_details.title, group, value] as const),
  ]
  return lines.map(csvLine).join('')
}

function rateLines(
  who: string,
  rate: ClaimRate | undefined,
): [section: string, item: string, value: string | number][] {
  const section = 'Claims after contact'
  const percent = rate && rate.households > 0 ? ((rate.claiming / rate.households) * 100).toFixed(1) : AWAITING_DATA
  return [
    [section, `Households ${who}, not claiming before`, rate?.households ?? AWAITING_DATA],
    [section, `Of them claiming, ${who}`, rate?.claiming ?? AWAITING_DATA],
    [section, `Rate of claims, ${who} (%)`, percent],
  ]
}

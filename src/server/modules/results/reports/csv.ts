import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { basisWords } from '#contract/campaigns/lawfulBases'
import {
  tellsCarers,
  type Arm,
  type ClaimRate,
  type Estimate,
  type Impact,
  type ImpactLook,
  type ImpactOutcome,
  type PensionCreditReport,
} from '#contract/results/reports'
import {
  describeFinding,
  givesDifference,
  introduceClaims,
  LIFETIME_NOT_KNOWN,
  computeLifetime,
  tellEnd,
  tellVerdict,
  tellWorth,
  type ImpactFinding,
} from '#contract/results/finding'
import { OTHERS_NOT_COMPARABLE } from '#contract/results/impactWords'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { csvLine } from '../../../lib/csv'

const AWAITING_DATA = 'Awaiting data'
const NOT_DISPATCHED = 'Not Dispatched'

/** A line per figure, never about one household. */
export function writeReportCsv(report: PensionCreditReport): string {
  const { campaign_details, campaign_impact, graph_details, impact, comparison } = report
  const finding = impact && describeFinding(impact)
  const pounds = (value: number | null) => value?.toFixed(2) ?? AWAITING_DATA
  const lines: readonly Line[] = [
    ['Section', 'Item', 'Value'],
    ['Campaign Details', 'Campaign Name', unescapeAngleBrackets(campaign_details.name)],
    ['Campaign Details', 'LIFT Snapshot', comparison.campaign_snapshot],
    ['Campaign Details', 'Communication Channel', CHANNEL_WORDS[campaign_details.channel]],
    ['Campaign Details', 'Number of Recipients', campaign_details.number_of_recipients],
    ['Campaign Details', 'Lawful Basis', basisWords(campaign_details.lawful_basis)],
    ['Campaign Details', 'Households Contacted', comparison.contacted_households],
    ['Campaign Details', 'Date Sent', campaign_details.date_sent ?? NOT_DISPATCHED],
    ['Campaign Details', 'Close Date', comparison.close_date ?? NOT_DISPATCHED],
    ['Campaign Details', 'Not Claiming in Snapshot', comparison.baseline_snapshot ?? NOT_DISPATCHED],
    ['Campaign Details', 'Compared with Snapshot', comparison.compared_snapshot ?? AWAITING_DATA],
    ...(finding
      ? [['Campaign Impact', 'In words', introduceClaims(allClaims(campaign_impact), finding)] as const]
      : []),
    ['Campaign Impact', 'Households claiming', campaign_impact.number_of_households_claiming ?? AWAITING_DATA],
    ...(tellsCarers({ campaign_impact })
      ? [['Campaign Impact', 'Carer households', campaign_impact.number_of_carer_households ?? AWAITING_DATA] as const]
      : []),
    ['Campaign Impact', 'Annual value (£)', pounds(campaign_impact.annual_value)],
    ['Campaign Impact', 'Annual value, method', comparison.annual_method],
    ...lifetimeLines(computeLifetime(report, finding)),
    ['Campaign Impact', 'Lifetime value, method', comparison.lifetime_method],
    ...(impact && finding ? impactLines(impact, finding) : []),
    ['Claims after contact', 'What the figures say', comparison.cause],
    ...rateLines('contacted', comparison.rates?.contacted),
    ...rateLines('other eligible', comparison.rates?.not_contacted),
    ['Claims after contact', 'Other eligible households', OTHERS_NOT_COMPARABLE],
    ...graph_details.data.map(({ group, value }) => [graph_details.title, group, value] as const),
  ]
  return lines.map(csvLine).join('')
}

type Line = readonly [section: string, item: string, value: string | number]

const allClaims = ({
  number_of_households_claiming: claiming,
  annual_value: value,
}: PensionCreditReport['campaign_impact']) =>
  claiming === null || value === null ? null : `${claiming} households, £${value.toFixed(2)} a year`

function lifetimeLines(lifetime: ReturnType<typeof computeLifetime>): Line[] {
  const section = 'Campaign Impact'
  if (lifetime === null) return [[section, 'Lifetime value (£)', LIFETIME_NOT_KNOWN]]
  return [
    [section, 'Lifetime value (£)', lifetime.value?.toFixed(2) ?? AWAITING_DATA],
    ...lifetime.range.map(({ years, value }): Line => [
      section,
      `Lifetime value over ${years} years (£)`,
      value.toFixed(2),
    ]),
  ]
}

function impactLines(impact: Impact, finding: ImpactFinding): Line[] {
  const section = 'Impact'
  const { planned, lost, early_look: early, outcome } = impact
  return [
    [section, 'Held out (%)', impact.hold_out_percentage],
    [section, 'Planned to be contacted', planned.contacted],
    [section, 'Planned to be held out', planned.held_out],
    [section, 'Left the data, erased or not to be sent to, contacted', lost.contacted],
    [section, 'Left the data, erased or not to be sent to, held out', lost.held_out],
    [section, 'Arms lost alike', impact.has_sample_ratio_mismatch ? 'No: do not trust these figures' : 'Yes'],
    ...(early ? lookLines(`Early look after ${early.months} months`, early) : []),
    ...(outcome ? outcomeLines(outcome, finding) : [[section, 'Outcome', finding.words] as const]),
    ...impact.by_month.flatMap(({ snapshot, contacted, held_out: heldOut }): Line[] => [
      ['Impact by month', `Claiming in ${snapshot}, contacted (%)`, writePercent(contacted)],
      ['Impact by month', `Claiming in ${snapshot}, held out (%)`, writePercent(heldOut)],
    ]),
    [section, 'Held out until', impact.held_out_until ?? AWAITING_DATA],
    [section, 'Method', impact.method],
  ]
}

function estimateLines(
  section: string,
  item: string,
  { value, low, high }: Estimate,
  { digits, isDistinguishable = false }: { digits: number; isDistinguishable?: boolean },
): Line[] {
  return [
    [section, item, tellEnd(value, digits, isDistinguishable)],
    [section, `${item}, 95% interval from`, tellEnd(low, digits, isDistinguishable)],
    [section, `${item}, 95% interval to`, tellEnd(high, digits, isDistinguishable)],
  ]
}

function lookLines(section: string, look: ImpactLook): Line[] {
  const arm = (who: string, { households, claiming, rate }: Arm): Line[] => [
    [section, `Households ${who}, not claiming before`, households],
    [section, `Of them claiming, ${who}`, claiming],
    ...estimateLines(section, `Rate of claims, ${who} (%)`, rate, { digits: 1 }),
  ]
  return [
    [section, 'Snapshot', look.snapshot],
    ...arm('contacted', look.contacted),
    ...arm('held out', look.held_out),
    [section, 'Held-out households written to before', look.held_out_written_to],
  ]
}

function outcomeLines(outcome: ImpactOutcome, finding: ImpactFinding): Line[] {
  const section = `Impact after ${outcome.months} months`
  const { is_distinguishable: isDistinguishable } = outcome
  const told = [
    ...lookLines(section, outcome),
    [section, 'Verdict', tellVerdict(finding)],
    [section, 'In words', finding.words],
  ] as const
  if (!givesDifference(finding)) return [...told]
  const worth = tellWorth(outcome)
  return [
    ...told,
    ...estimateLines(section, 'Difference (percentage points)', outcome.difference, { digits: 1, isDistinguishable }),
    ...estimateLines(section, 'Additional claims', outcome.additional_claims, { digits: 1, isDistinguishable }),
    ...(typeof worth === 'string'
      ? [[section, 'Additional value (£ a year)', worth] as const]
      : estimateLines(section, 'Additional value (£ a year)', worth, { digits: 2, isDistinguishable })),
  ]
}

const writePercent = (rate: ClaimRate | undefined): string =>
  rate && rate.households > 0 ? ((rate.claiming / rate.households) * 100).toFixed(1) : AWAITING_DATA

function rateLines(who: string, rate: ClaimRate | undefined): Line[] {
  const section = 'Claims after contact'
  return [
    [section, `Households ${who}, not claiming before`, rate?.households ?? AWAITING_DATA],
    [section, `Of them claiming, ${who}`, rate?.claiming ?? AWAITING_DATA],
    [section, `Rate of claims, ${who} (%)`, writePercent(rate)],
  ]
}

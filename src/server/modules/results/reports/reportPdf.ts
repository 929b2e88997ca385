import { CAMPAIGN_TYPES, CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { basisWords } from '#contract/campaigns/lawfulBases'
import {
  describeFinding,
  introduceClaims,
  LIFETIME_NOT_KNOWN,
  computeLifetime,
  type ImpactFinding,
} from '#contract/results/finding'
import { awaitedInWords } from '#contract/results/impactWords'
import { tellsCarers, type Impact, type ImpactLook, type PensionCreditReport } from '#contract/results/reports'
import type { NamedValue } from '#contract/households/namedValues'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { barChart, heading, paragraph, table, tiles, titledPage, type Column } from '../../../lib/pdf/parts'
import { MARGIN, openSheet, WIDTH, type Sheet } from '../../../lib/pdf/sheet'
import { publishedCount, publishedPounds, publishedTotal, shownCount } from '../../../lib/rounding'
import { OTHERS_NOT_COMPARABLE } from '#contract/results/impactWords'
import { PUBLISHED, publishedArm, publishedRate, shownPounds } from './published'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const AWAITED = 'Awaiting data'
const NOT_DISPATCHED = 'Not Dispatched'

const VALUES: readonly Column<NamedValue>[] = [
  { heading: 'What', part: 0.35, text: ({ name }) => name },
  { heading: 'Value', part: 0.65, text: ({ value }) => value },
]

/** A4, tagged, small numbers hidden (docs/product.md#small-numbers). */
export async function drawReportPdf(report: PensionCreditReport, organisation: string, made: Date): Promise<Buffer> {
  const name = unescapeAngleBrackets(report.campaign_details.name)
  const sheet = await openSheet({ title: `${TITLE}: ${name}`, subject: organisation, made })
  drawReport(sheet, report, organisation, made)
  return sheet.finish(`${organisation} · ${name} · ${TITLE}`)
}

const TITLE = 'Campaign report'

/** All that {@link drawReportPdf} says. */
export function drawReport(sheet: Sheet, report: PensionCreditReport, organisation: string, made: Date): void {
  const finding = report.impact && describeFinding(report.impact, PUBLISHED)
  titledPage(sheet, TITLE)
  sheet.tagged('P', () => {
    const name = unescapeAngleBrackets(report.campaign_details.name)
    sheet.y += sheet.write(name, MARGIN, sheet.y, WIDTH, { size: 14, weight: 'semibold' }) + 8
  })
  paragraph(sheet, `${organisation}. Made on ${DAY.format(made)}.`)
  paragraph(
    sheet,
    'So that nobody can be recognised, counts of 1 to 7 households are shown as *, others to the nearest 5, rates for as many, and pounds to three significant figures.',
  )
  if (report.impact && finding) impactPart(sheet, report.impact, finding)
  claimsPart(sheet, report, finding)
  heading(sheet, 'Campaign')
  table(sheet, VALUES, listFacts(report))
}

function impactPart(sheet: Sheet, impact: Impact, finding: ImpactFinding): void {
  heading(sheet, 'What the campaign caused')
  if (impact.has_sample_ratio_mismatch) {
    paragraph(sheet, 'One arm lost more households than the other, beyond chance. These figures cannot be trusted.')
  }
  const awaited = awaitedInWords(impact)
  if (awaited) paragraph(sheet, awaited)
  // Beside the result an earlier look would reveal how few began to claim in between.
  const look = impact.outcome ?? impact.early_look
  if (look) {
    const verdict = impact.outcome ? finding.words : 'An early look, no result'
    table<ImpactLook>(
      sheet,
      [
        { heading: 'After', part: 0.28, text: ({ months, snapshot }) => `${months} months (${writeMonth(snapshot)})` },
        { heading: 'Contacted claim', part: 0.2, text: ({ contacted }) => publishedArm(contacted), isNumber: true },
        {
          heading: 'Held out claim',
          part: 0.2,
          text: ({ held_out: heldOut }) => publishedArm(heldOut),
          isNumber: true,
        },
        { heading: 'Additional claims and awards', part: 0.32, text: () => verdict, isNumber: true },
      ],
      [look],
    )
  }
  if (impact.by_month.length > 1) {
    table<Impact['by_month'][number]>(
      sheet,
      [
        { heading: 'Claiming in', part: 0.4, text: ({ snapshot }) => writeMonth(snapshot) },
        { heading: 'Contacted', part: 0.3, text: ({ contacted }) => publishedRate(contacted), isNumber: true },
        { heading: 'Held out', part: 0.3, text: ({ held_out: heldOut }) => publishedRate(heldOut), isNumber: true },
      ],
      impact.by_month,
    )
  }
  if (impact.held_out_until) {
    paragraph(
      sheet,
      `From ${DAY.format(new Date(impact.held_out_until))} on campaigns for Pension Credit may write to the held-out households.`,
    )
  }
  paragraph(sheet, impact.method)
}

function claimsPart(sheet: Sheet, report: PensionCreditReport, finding: ImpactFinding | null): void {
  const { campaign_impact: figures, graph_details: graph, comparison } = report
  heading(sheet, 'Claims after contact')
  const byMonth = graph.data.map(({ value }) => value)
  const claiming = figures.number_of_households_claiming
  const published = claiming === null ? null : publishedTotal(claiming, byMonth)
  const worth = (value: number | null) =>
    value === null || claiming === null || published === null ? AWAITED : shownPounds(publishedPounds(value, published))
  const carers = figures.number_of_carer_households
  const all = published === null ? null : `${shownCount(published)} households, ${worth(figures.annual_value)} a year`
  // First, because it gets quoted.
  if (finding) paragraph(sheet, introduceClaims(all, finding))
  paragraph(sheet, comparison.cause)
  if (comparison.rates) {
    table(sheet, VALUES, [
      { name: 'Contacted households that claim', value: publishedRate(comparison.rates.contacted) },
      { name: 'Other eligible households that claim', value: publishedRate(comparison.rates.not_contacted) },
    ])
    paragraph(sheet, OTHERS_NOT_COMPARABLE)
  }
  tiles(sheet, [
    { name: 'Households claiming', value: published === null ? AWAITED : shownCount(published) },
    { name: 'Annual value', value: worth(figures.annual_value) },
    ...(tellsCarers({ campaign_impact: figures })
      ? [{ name: 'Carer households', value: carers === null ? AWAITED : shownCount(publishedCount(carers)) }]
      : []),
    lifetimeTile(computeLifetime(report, finding), comparison.lifetime_years, worth),
  ])
  paragraph(sheet, comparedInWords({ comparison }))
  if (graph.data.length > 0) {
    barChart(sheet, {
      title: graph.title,
      unit: 'households',
      bars: graph.data.map(({ group, value }) => ({ label: group, value: publishedCount(value) })),
    })
  }
  paragraph(sheet, `Annual value: ${comparison.annual_method}`)
  paragraph(sheet, `Lifetime value: ${comparison.lifetime_method}`)
}

function lifetimeTile(
  lifetime: ReturnType<typeof computeLifetime>,
  years: number,
  worth: (value: number | null) => string,
) {
  const name = `Lifetime value, over ${years} years`
  if (lifetime === null) return { name, value: LIFETIME_NOT_KNOWN }
  const [least, most] = [lifetime.range.at(0), lifetime.range.at(-1)]
  const range =
    least && most && `${worth(least.value)} over ${least.years} years to ${worth(most.value)} over ${most.years}`
  return { name, value: worth(lifetime.value), ...(range ? { note: range } : {}) }
}

const writeMonth = (day: string) => MONTH.format(new Date(day))

function comparedInWords({
  comparison: { baseline_snapshot: before, compared_snapshot: later },
}: Pick<PensionCreditReport, 'comparison'>): string {
  if (before === null) return 'The figures come once the campaign has been sent and a later snapshot is there.'
  if (later === null) return `There is no snapshot after ${writeMonth(before)} yet.`
  return (
    `Households that were contacted, were not claiming Pension Credit in ${writeMonth(before)} and claim it in ` +
    `${writeMonth(later)}.`
  )
}

function listFacts({ campaign_details: details, comparison }: PensionCreditReport): NamedValue[] {
  return [
    { name: 'Number', value: String(details.id) },
    { name: 'Type', value: CAMPAIGN_TYPES.pension_credit },
    { name: 'LIFT Snapshot', value: writeMonth(comparison.campaign_snapshot) },
    { name: 'Communication Channel', value: CHANNEL_WORDS[details.channel] },
    { name: 'Households Contacted', value: shownCount(publishedCount(comparison.contacted_households)) },
    { name: 'Lawful Basis', value: basisWords(details.lawful_basis) },
    { name: 'Date Sent', value: details.date_sent === null ? NOT_DISPATCHED : DAY.format(new Date(details.date_sent)) },
    {
      name: 'Close Date',
      value: comparison.close_date === null ? NOT_DISPATCHED : DAY.format(new Date(comparison.close_date)),
    },
  ]
}

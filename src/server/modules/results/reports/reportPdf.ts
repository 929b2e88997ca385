import { CAMPAIGN_TYPES, CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { basisWords } from '#contract/campaigns/lawfulBases'
import { awaitedInWords } from '#contract/results/impactWords'
import { tellsCarers, type Impact, type ImpactLook, type PensionCreditReport } from '#contract/results/reports'
import type { NamedValue } from '#contract/data-protection/householdRights'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { barChart, heading, paragraph, table, tiles, titledPage, type Column } from '../../../lib/pdf/parts'
import { MARGIN, openSheet, WIDTH, type Sheet } from '../../../lib/pdf/sheet'
import { publishedCount, publishedPounds, publishedTotal, shownCount } from '../../../lib/rounding'
import { OTHERS_NOT_COMPARABLE } from '#contract/results/impactWords'
import { publishedArm, publishedRate, publishedVerdict, shownPounds } from './published'

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
  const title = 'Campaign report'
  const sheet = await openSheet({ title: `${title}: ${name}`, subject: organisation, made })
  titledPage(sheet, title)
  sheet.tagged('P', () => {
    sheet.y += sheet.write(name, MARGIN, sheet.y, WIDTH, { size: 14, weight: 'semibold' }) + 8
  })
  paragraph(sheet, `${organisation}. Made on ${DAY.format(made)}.`)
  paragraph(
    sheet,
    'So that nobody can be recognised, counts of 1 to 7 households are shown as *, others to the nearest 5, and values and rates for as many.',
  )
  if (report.impact) impactPart(sheet, report.impact)
  claimsPart(sheet, report)
  heading(sheet, 'Campaign')
  table(sheet, VALUES, factsOf(report))
  return sheet.finish(`${organisation} · ${name} · ${title}`)
}

function impactPart(sheet: Sheet, impact: Impact): void {
  heading(sheet, 'What the campaign caused')
  if (impact.has_sample_ratio_mismatch) {
    paragraph(sheet, 'One arm lost more households than the other, beyond chance. These figures cannot be trusted.')
  }
  const awaited = awaitedInWords(impact)
  if (awaited) paragraph(sheet, awaited)
  // Beside the result an earlier look would reveal how few began to claim in between.
  const look = impact.outcome ?? impact.early_look
  if (look) {
    const verdict = impact.outcome ? publishedVerdict(impact, impact.outcome) : 'An early look, no result'
    table<ImpactLook>(
      sheet,
      [
        { heading: 'After', part: 0.28, text: ({ months, snapshot }) => `${months} months (${monthOf(snapshot)})` },
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
        { heading: 'Claiming in', part: 0.4, text: ({ snapshot }) => monthOf(snapshot) },
        { heading: 'Contacted', part: 0.3, text: ({ contacted }) => publishedRate(contacted), isNumber: true },
        { heading: 'Held out', part: 0.3, text: ({ held_out: heldOut }) => publishedRate(heldOut), isNumber: true },
      ],
      impact.by_month,
    )
  }
  if (impact.held_out_until) {
    paragraph(
      sheet,
      `${DAY.format(new Date(impact.held_out_until))} is the last day of the hold-out: from then on early contact is compared with late.`,
    )
  }
  paragraph(sheet, impact.method)
}

function claimsPart(
  sheet: Sheet,
  { campaign_impact: figures, graph_details: graph, comparison }: PensionCreditReport,
): void {
  heading(sheet, 'Claims after contact')
  const byMonth = graph.data.map(({ value }) => value)
  const claiming = figures.number_of_households_claiming
  const published = claiming === null ? null : publishedTotal(claiming, byMonth)
  const worth = (value: number | null) =>
    value === null || claiming === null || published === null
      ? AWAITED
      : shownPounds(publishedPounds(value, claiming, published))
  const carers = figures.number_of_carer_households
  const [least, most] = [comparison.lifetime_range.at(0), comparison.lifetime_range.at(-1)]
  // First, because it gets quoted.
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
    {
      name: `Lifetime value, over ${comparison.lifetime_years} years`,
      value: worth(figures.lifetime_value),
      ...(least && most
        ? { note: `${worth(least.value)} over ${least.years} years to ${worth(most.value)} over ${most.years}` }
        : {}),
    },
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

const monthOf = (day: string) => MONTH.format(new Date(day))

function comparedInWords({
  comparison: { baseline_snapshot: before, compared_snapshot: later },
}: Pick<PensionCreditReport, 'comparison'>): string {
  if (before === null) return 'The figures come once the campaign has been sent and a later snapshot is there.'
  if (later === null) return `There is no snapshot after ${monthOf(before)} yet.`
  return (
    `Households that were contacted, were not claiming Pension Credit in ${monthOf(before)} and claim it in ` +
    `${monthOf(later)}.`
  )
}

function factsOf({ campaign_details: details, comparison }: PensionCreditReport): NamedValue[] {
  return [
    { name: 'Number', value: String(details.id) },
    { name: 'Type', value: CAMPAIGN_TYPES.pension_credit },
    { name: 'LIFT Snapshot', value: monthOf(comparison.campaign_snapshot) },
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

import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import { NOT_ADDED_UP } from '#contract/results/impactWords'
import { nameYear, whyNotMeasured, type YearFigures, type YearResults } from '#contract/results/yearResults'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { heading, paragraph, table, tiles, titledPage, type Column } from '../../../../lib/pdf/parts'
import { openSheet, type Sheet } from '../../../../lib/pdf/sheet'
import {
  publishedParts,
  publishedPounds,
  publishedTotal,
  shownCount,
  SMALL,
  type PublishedCount,
} from '../../../../lib/rounding'
import { drawImpactOf } from '../impactPdf'
import { shownCost, shownPounds } from '../published'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const AWAITED = 'Awaiting data'

/** A4, tagged, small numbers hidden (docs/product.md#small-numbers). */
export async function drawYearPdf(results: YearResults, organisation: string, made: Date): Promise<Buffer> {
  const { totals, campaigns, by_benefit: benefits, by_month: months } = results
  const title = `What came of campaigns in ${nameYear(results.year)}`
  const sheet = await openSheet({ title, subject: organisation, made })
  titledPage(sheet, title)
  paragraph(
    sheet,
    `${organisation}. Made on ${DAY.format(made)}. So that nobody can be recognised, counts of 1 to 7 households are shown as *, others to the nearest 5, values to three significant figures, and costs to the nearest £10.`,
  )
  const contacted = publishedTotal(
    totals.contacted_households,
    ...[benefits, months, campaigns].map((rows) => rows.map((row) => row.contacted_households)),
  )
  const parts = [...months, ...campaigns].map(computeClaims)
  const claims = publishedTotal(computeClaims(totals), months.map(computeClaims), campaigns.map(computeClaims))
  tiles(sheet, [
    { name: 'Campaigns sent', value: shownCount(totals.campaigns) },
    { name: 'Households contacted', value: shownCount(contacted), note: 'each counted once' },
    {
      name: 'Claims after contact',
      value: claimsInWords(totals, claims),
      note: `worth a year: ${worthInWords(totals, claims, parts)}`,
    },
    {
      name: 'What messages cost',
      value: shownCost(totals.cost_pence, contacted),
      note: 'without VAT',
    },
  ])
  heading(sheet, 'By benefit')
  figuresTable(sheet, 'Benefit', benefits, ({ benefit_name: name }) => CAMPAIGN_TYPES[name], { claims, parts })
  heading(sheet, 'By month')
  figuresTable(sheet, 'Month', months, ({ month }) => MONTH.format(new Date(month)))
  paragraph(sheet, results.claims_method)
  paragraph(sheet, results.annual_method)
  drawImpactOf(
    sheet,
    campaigns.map(({ name, impact }) => ({ name: unescapeAngleBrackets(name), impact })),
  )
  paragraph(sheet, NOT_ADDED_UP)
  return sheet.finish(`${organisation} · ${title}`)
}

const computeClaims = ({ claims }: Pick<YearFigures, 'claims'>) => claims?.households ?? 0

const claimsInWords = ({ claims, campaigns }: YearFigures, published: PublishedCount) => {
  if (claims) return shownCount(published)
  return claims === null ? AWAITED : whyNotMeasured({ campaigns })
}

const worthInWords = (figures: YearFigures, published: PublishedCount, parts: readonly number[] = []) => {
  const { claims } = figures
  if (!claims) return claimsInWords(figures, published)
  return shownPounds(publishedPounds(claims.annual_value, published, parts))
}

/** @param whole one benefit's claims are all: shown as their total */
function figuresTable<Row extends YearFigures>(
  sheet: Sheet,
  first: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  whole?: { readonly claims: PublishedCount; readonly parts: readonly number[] },
): void {
  const contacted = publishedParts(rows.map((row) => row.contacted_households))
  const claims = publishedParts(rows.map(computeClaims))
  const shown = rows.map((row, index) => ({
    row,
    contacted: contacted[index] ?? SMALL,
    claims: whole?.claims ?? claims[index] ?? SMALL,
  }))
  const columns: readonly Column<(typeof shown)[number]>[] = [
    { heading: first, part: 0.24, text: ({ row }) => nameOf(row) },
    { heading: 'Campaigns', part: 0.14, text: ({ row }) => shownCount(row.campaigns), isNumber: true },
    { heading: 'Contacted', part: 0.15, text: ({ contacted: count }) => shownCount(count), isNumber: true },
    { heading: 'Claims', part: 0.16, text: ({ row, claims: count }) => claimsInWords(row, count), isNumber: true },
    {
      heading: 'Worth a year',
      part: 0.17,
      text: ({ row, claims: count }) => worthInWords(row, count, whole?.parts),
      isNumber: true,
    },
    {
      heading: 'Cost',
      part: 0.14,
      text: ({ row, contacted: count }) => shownCost(row.cost_pence, count),
      isNumber: true,
    },
  ]
  table(sheet, columns, shown)
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CampaignImpact } from '../../src/app/features/campaigns/reports/CampaignImpact'
import { ImpactOfHoldOut } from '../../src/app/features/campaigns/reports/ImpactOfHoldOut'
import { aReport, anImpact } from '../../src/app/features/campaigns/reports/testing/aReport'
import type { Impact, ImpactOutcome, PensionCreditReport } from '../../src/contract/results/reports'
import { openSheet } from '../../src/server/lib/pdf/sheet'
import { writeReportCsv } from '../../src/server/modules/results/reports/csv'
import { drawImpactOf } from '../../src/server/modules/results/reports/impactPdf'
import { drawReport } from '../../src/server/modules/results/reports/reportPdf'

const estimate = (value: number, low: number, high: number) => ({ value, low, high })
const arm = (households: number, claiming: number) => ({ households, claiming, rate: estimate(15, 12.9, 17.4) })
const NOT_SEEN = { is_distinguishable: false, difference: estimate(1.3, -1.9, 4.3) }

const OUTCOMES: Readonly<Record<string, Partial<ImpactOutcome>>> = {
  'more claims': {},
  'more claims, only just': { is_only_just: true },
  'more claims, by an interval that ends at nearly none': {
    difference: estimate(1.3, 0.03, 2.6),
    additional_claims: estimate(12, 0.3, 24),
  },
  'more claims, by one that rounds to none outside': { additional_claims: estimate(18, 1.2, 34) },
  'pounds that end at nearly none': { additional_value: estimate(30_755.87, 0.4, 61_000) },
  'pounds that may be none': { additional_value: estimate(30_755.87, -9.9, 61_000) },
  'more claims and fewer pounds': { additional_value: estimate(-42_120, -120_000, 33_000) },
  'too few claims to value': { additional_value: null },
  'claims that are not seen': { ...NOT_SEEN, additional_claims: estimate(12, -18.2, 40.1) },
  'claims that are not seen, and pounds that would be': {
    ...NOT_SEEN,
    additional_claims: estimate(12, -0.04, 40.1),
    additional_value: estimate(30_755.87, 9.9, 61_000),
  },
  'fewer claims': { additional_claims: estimate(-30, -50, -9.6), difference: estimate(-3, -5, -1) },
  'fewer claims, by an interval that ends at nearly none': {
    additional_claims: estimate(-12, -24, -0.3),
    difference: estimate(-1.3, -2.6, -0.03),
  },
  'claims, though some held out were written to': { held_out_written_to: 12 },
  'claims, though many held out were written to': { held_out_written_to: 40 },
  'claims that are not seen, where some held out were written to': {
    ...NOT_SEEN,
    additional_claims: estimate(12, -18.2, 40.1),
    held_out_written_to: 12,
  },
  'few claims': { held_out: arm(235, 9), additional_value: null },
}

const CHANGES: Readonly<Record<string, Partial<Impact>>> = {
  trusted: {},
  'with losses in one arm': { has_sample_ratio_mismatch: true, lost: { contacted: 190, held_out: 2 } },
  awaited: { outcome: null, is_too_early: true },
  'without a snapshot': { outcome: null, is_too_early: false },
}

const KINDS = Object.entries(OUTCOMES).flatMap(([what, outcome]) =>
  Object.entries(CHANGES).map(([how, changes]) => ({
    kind: `${what}, ${how}`,
    impact: { ...anImpact({ outcome }), ...changes },
  })),
)

const sheet = await openSheet({ title: '', subject: '', made: new Date('2027-02-20') })
sheet.page()
const { write } = sheet

/** The words that a PDF would have. */
function wordsDrawn(draw: () => void): string {
  const words: string[] = []
  sheet.write = (text, ...where) => {
    words.push(text)
    return write(text, ...where)
  }
  draw()
  return words.join(' ')
}

function shown(impact: Impact, report: PensionCreditReport): string {
  const parts = [createElement(ImpactOfHoldOut, { impact, key: 1 }), createElement(CampaignImpact, { report, key: 2 })]
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, ...parts)
  return renderToStaticMarkup(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

function fourOf(impact: Impact): Record<'screen' | 'csv' | 'pdf' | 'pack', string> {
  const campaign_impact = { number_of_households_claiming: 141, annual_value: 278_956.12, lifetime_value: 1_952_692.84 }
  const report = aReport({ impact, campaign_impact, graph_details: { data: [] } })
  return {
    screen: shown(impact, report),
    csv: writeReportCsv(report),
    pdf: wordsDrawn(() => drawReport(sheet, report, 'Northmere', new Date('2027-02-20'))),
    pack: wordsDrawn(() => drawImpactOf(sheet, [{ name: 'Summer', impact }])),
  }
}

const VERDICTS = [
  /not to be trusted/i,
  /not distinguishable from no effect/i,
  /no verdict/i,
  /additional claims \(/,
  /claims fewer than/,
]
const WORTH = /worth (£[\d,]+) a year \((?:more than )?(£[\d,]+) to (£[\d,]+)\)/

const told = (text: string) => ({
  verdict: VERDICTS.filter((words) => words.test(text)).map(String),
  isWorthSomething: WORTH.test(text),
  isAtLeast: /at least about/i.test(text),
  hasTooFewClaims: text.includes('too few claims to value'),
})
const poundsIn = (text: string) => (WORTH.exec(text) ?? []).slice(1).map((sum) => Number(sum.replace(/[£,]/g, '')))

test.each(KINDS)('screen, CSV, PDF and pack say the same of $kind', ({ impact }) => {
  const { screen, csv, pdf, pack } = fourOf(impact)
  const onScreen = told(screen)
  // A campaign without a result is not in the pack.
  expect([told(csv), told(pdf), ...(impact.outcome ? [told(pack)] : [])]).toEqual(
    Array(impact.outcome ? 3 : 2).fill(onScreen),
  )
  expect(onScreen.verdict).toHaveLength(impact.outcome ? 1 : 0)
  expect(poundsIn(csv)).toEqual(poundsIn(screen))
  expect(poundsIn(pdf).map((sum) => sum.toPrecision(2))).toEqual(poundsIn(screen).map((sum) => sum.toPrecision(2)))
  if (impact.outcome) expect(poundsIn(pack)).toEqual(poundsIn(pdf))
  expect(/Additional value \(£ a year\),-?\d/.test(csv)).toBe(onScreen.isWorthSomething)
  for (const text of [screen, csv, pdf]) {
    expect(/Lifetime value(?:, over 7 years| \(£\))?[ ,](?:£|\d)/.test(text)).toBe(onScreen.isWorthSomething)
    expect(text).toContain('All who claimed after contact: 14')
  }
  if (/additional claims \(|claims fewer than/.test(onScreen.verdict.join(' '))) {
    expect([screen, csv, pdf, pack].join('\n')).not.toMatch(
      /(interval: |\()[-−]?£?0(\.0)? to|interval (from|to)",-?0\.0\r/,
    )
  }
})

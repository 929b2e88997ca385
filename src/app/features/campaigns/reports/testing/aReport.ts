import type { Impact, ImpactOutcome, PensionCreditReport } from '#contract/results/reports'

type Changes = { readonly [part in keyof Omit<PensionCreditReport, 'impact'>]?: Partial<PensionCreditReport[part]> } & {
  readonly impact?: Impact
}

/** For tests: a report of two claims, apart from what is changed. */
export function aReport(changes: Changes = {}): PensionCreditReport {
  return {
    campaign_details: {
      id: 7,
      name: 'Summer &lt;texts&gt;',
      snapshot: '0826',
      date_sent: '2026-08-31T10:00:00.000Z',
      channel: 'sms',
      number_of_recipients: 1_204,
      lawful_basis: 'social_security_7b',
      ...changes.campaign_details,
    },
    campaign_impact: {
      number_of_households_claiming: 2,
      number_of_carer_households: 1,
      annual_value: 3_645.2,
      lifetime_value: 25_516.4,
      ...changes.campaign_impact,
    },
    graph_details: {
      title: 'New Pension Credit claims by month',
      categorical_label: 'Month',
      value_label: 'Households newly claiming',
      data: [
        { group: 'Sept 2026', value: 0 },
        { group: 'Oct 2026', value: 2 },
      ],
      ...changes.graph_details,
    },
    impact: changes.impact ?? null,
    comparison: {
      awaiting_data: false,
      campaign_snapshot: '2026-08-01',
      baseline_snapshot: '2026-08-01',
      told_from: '2026-09-28',
      compared_snapshot: '2026-10-01',
      close_date: '2027-02-28',
      contacted_households: 6,
      lifetime_years: 7,
      lifetime_range: [
        { years: 3, value: 10_935.6 },
        { years: 7, value: 25_516.4 },
        { years: 10, value: 36_452 },
      ],
      annual_method: 'Their weekly awards for 52 weeks.',
      lifetime_method: 'The annual value for 7 years.',
      cause: 'Claims after contact; what caused them is not known.',
      rates: { contacted: { households: 6, claiming: 2 }, not_contacted: { households: 1_000, claiming: 43 } },
      ...changes.comparison,
    },
  }
}

/** {@link aReport} of a campaign without a later snapshot. */
export const anAwaitedReport = (changes: Changes = {}): PensionCreditReport =>
  aReport({
    campaign_impact: {
      number_of_households_claiming: null,
      number_of_carer_households: null,
      annual_value: null,
      lifetime_value: null,
    },
    graph_details: { data: [] },
    ...changes,
    comparison: {
      awaiting_data: true,
      compared_snapshot: null,
      lifetime_range: [],
      rates: null,
      ...changes.comparison,
    },
  })

/** For tests: an impact with its outcome, apart from what is changed. */
export function anImpact({ outcome, ...changes }: ImpactChanges = {}): Impact {
  return {
    hold_out_percentage: 20,
    hold_out_months: 6,
    planned: { contacted: 963, held_out: 241 },
    lost: { contacted: 13, held_out: 3 },
    has_sample_ratio_mismatch: false,
    early_look: null,
    outcome: outcome === null ? null : { ...OUTCOME, ...outcome },
    by_month: [],
    held_out_until: '2027-02-28',
    early_look_on: '2026-11-28',
    outcome_on: '2027-02-28',
    is_too_early: outcome === null,
    method: 'Drawn at random.',
    ...changes,
  }
}

type ImpactChanges = Omit<Partial<Impact>, 'outcome'> & { readonly outcome?: Partial<ImpactOutcome> | null }

const OUTCOME: ImpactOutcome = {
  months: 6,
  snapshot: '2027-02-01',
  contacted: { households: 940, claiming: 141, rate: { value: 15, low: 12.86, high: 17.42 } },
  held_out: { households: 235, claiming: 19, rate: { value: 8.09, low: 5.24, high: 12.27 } },
  difference: { value: 6.91, low: 2.18, high: 10.66 },
  additional_claims: { value: 65, low: 20.5, high: 100.2 },
  additional_value: { value: 169_000, low: 53_300, high: 260_520 },
  is_distinguishable: true,
  is_only_just: false,
  held_out_written_to: 0,
}

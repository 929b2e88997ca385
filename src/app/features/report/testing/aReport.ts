import type { PensionCreditReport } from '#contract/report'

type Changes = { readonly [part in keyof PensionCreditReport]?: Partial<PensionCreditReport[part]> }

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
    comparison: {
      awaiting_data: false,
      campaign_snapshot: '2026-08-01',
      baseline_snapshot: '2026-08-01',
      compared_snapshot: '2026-10-01',
      close_date: '2027-02-28',
      contacted_households: 6,
      lifetime_years: 7,
      lifetime_range: [
        { years: 3, value: 10_935.6 },
        { years: 7, value: 25_516.4 },
        { years: 10, value: 36_452 },
      ],
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

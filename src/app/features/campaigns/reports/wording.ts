import { WAITING_DAYS } from '#contract/households/overTime'
import type { computeLifetime } from '#contract/results/finding'
import type { ClaimRate, PensionCreditReport, Estimate, ImpactOutcome } from '#contract/results/reports'
import { formatCount, figure } from '../../../lib/counts'
import { formatMonth, longDate } from '../../../lib/moments'

const POUNDS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 'Oct 2026', of a snapshot's day. */
export const formatShortMonth = (day: string): string => SHORT_MONTH.format(new Date(day))
/** '£1,204'. */
export const pounds = (value: number): string => POUNDS.format(value)

/** A figure on the chart's axis: thousands as K. */
export const axisFigure = (value: number): string =>
  Math.abs(value) >= 1_000 ? `${figure(value / 1_000)}K` : figure(value)

export const AWAITING_DATA = 'Awaiting data'

/** The compared snapshots, or what is awaited. */
export function comparisonInWords({ comparison }: PensionCreditReport): string {
  const { baseline_snapshot, compared_snapshot, close_date, told_from, contacted_households } = comparison
  if (close_date === null || told_from === null || baseline_snapshot === null)
    return 'The figures come once the campaign has been sent and a later snapshot is there.'
  const before = formatMonth(baseline_snapshot)
  if (compared_snapshot === null) {
    return `Too early: before ${longDate(told_from)} a claim may be undecided. The figures come with the first snapshot of that day or later, and follow each up to ${longDate(close_date)}.`
  }
  const households = `${formatCount(contacted_households, 'household')} ${contacted_households === 1 ? 'was' : 'were'}`
  return (
    `${households} contacted. These figures are of those that were not claiming Pension Credit in ${before} and ` +
    `claim it in ${formatMonth(compared_snapshot)}.`
  )
}

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '16.1% (97 of 602 households)'. */
export function rateInWords({ households, claiming }: ClaimRate): string {
  const of = `${figure(claiming)} of ${formatCount(households, 'household')}`
  return households === 0 ? 'No household to compare with' : `${PERCENT.format(claiming / households)} (${of})`
}

/** 'What this campaign caused is not known. Of contacted households 15.0% (…) now claim, …'; null while awaited. */
export function quotable({ comparison: { rates } }: PensionCreditReport): string | null {
  if (rates === null || rates.contacted.households === 0) return null
  const others =
    rates.not_contacted.households === 0 ? '' : `, of other eligible ones ${rateInWords(rates.not_contacted)}`
  return `What this campaign caused is not known. Of contacted households ${rateInWords(rates.contacted)} now claim${others}.`
}

/** '£10,936 over 3 years to £36,452 over 10 years'; null while awaited. */
export function lifetimeRange({ range }: Lifetime): string | null {
  const [least, greatest] = [range.at(0), range.at(-1)]
  if (!least || !greatest) return null
  return `${pounds(least.value)} over ${least.years} years to ${pounds(greatest.value)} over ${greatest.years} years`
}

type Lifetime = NonNullable<ReturnType<typeof computeLifetime>>

const DAY_MS = 24 * 60 * 60 * 1000

/** Contacted households still not claiming; null before there are data. */
export function stillWaiting({ campaign_details, comparison }: PensionCreditReport): string | null {
  const { compared_snapshot: compared, rates } = comparison
  if (campaign_details.date_sent === null || compared === null || rates === null) return null
  if (Date.parse(compared) - Date.parse(campaign_details.date_sent) < WAITING_DAYS * DAY_MS) return null
  return formatCount(rates.contacted.households - rates.contacted.claiming, 'household')
}

const ONE_DECIMAL = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '4.2', '−0.8'. */
export const oneDecimal = (value: number): string => ONE_DECIMAL.format(value).replace('-', '−')

/** '1.3 to 7.1'. */
export const intervalInWords = ({ low, high }: Estimate): string => `${oneDecimal(low)} to ${oneDecimal(high)}`

/** '15.0% of contacted households claim, and 8.1% of those held out.' */
export const bothRates = ({ contacted, held_out }: ImpactOutcome): string =>
  `${oneDecimal(contacted.rate.value)}% of contacted households claim, and ${oneDecimal(held_out.rate.value)}% of those held out.`

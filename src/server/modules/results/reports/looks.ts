import { daysOn } from '#contract/days'
import { monthsOn } from '../../../lib/days'

export const EARLY_MONTHS = 3
export const OUTCOME_MONTHS = 6
/** Claims may be undecided until then. */
const DECIDED_AFTER_DAYS = 28
const MAX_DAYS_OFF = 31

/** First day whose snapshot shows claims after contact. */
export const decidedFrom = (sent: string): string => daysOn(sent, DECIDED_AFTER_DAYS)

/** The day of the early look. */
export const earlyLookOn = (sent: string): string => monthsOn(sent, EARLY_MONTHS)
/** The day of the one result. */
export const outcomeOn = (sent: string): string => monthsOn(sent, OUTCOME_MONTHS)

export interface Looks {
  /** Snapshots, yyyy-mm-dd; null: too early, or never imported. */
  readonly early: string | null
  readonly outcome: string | null
}

/** @param months the organisation's snapshots, in order */
export const chooseLooks = (sent: string, months: readonly string[]): Looks => ({
  early: nearest(months, earlyLookOn(sent)),
  outcome: nearest(months, outcomeOn(sent)),
})

/** Null until that month has data, so that no nearer one can follow. */
function nearest(months: readonly string[], day: string): string | null {
  const month = day.slice(0, 7)
  if ((months.at(-1)?.slice(0, 7) ?? '') < month) return null
  const near = months.filter((one) => one.slice(0, 7) <= month && daysBetween(one, day) <= MAX_DAYS_OFF)
  return near.toSorted((a, b) => daysBetween(a, day) - daysBetween(b, day))[0] ?? null
}

const DAY_MS = 24 * 60 * 60 * 1000
const daysBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS

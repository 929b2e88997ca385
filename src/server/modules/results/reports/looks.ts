import { USUAL_HOLD_OUT_MONTHS } from '#contract/campaigns/holdOuts'
import { daysOn, monthsOn } from '#contract/days'

/** Where the result is later than that. */
export const EARLY_MONTHS = 3
/** Claims may be undecided until then. */
const DECIDED_AFTER_DAYS = 28
const MAX_DAYS_OFF = 31

/** First day whose snapshot shows claims after contact. */
export const decidedFrom = (sent: string): string => daysOn(sent, DECIDED_AFTER_DAYS)

/** The day of the early look; null: there is none. */
export const earlyLookOn = (sent: string, outcomeMonths: number): string | null =>
  outcomeMonths > EARLY_MONTHS ? monthsOn(sent, EARLY_MONTHS) : null
/** The day of the one result. */
export const outcomeOn = (sent: string, outcomeMonths: number): string => monthsOn(sent, outcomeMonths)

export interface Looks {
  /** Snapshots, yyyy-mm-dd; null: too early, or never imported. */
  readonly early: string | null
  readonly outcome: string | null
}

/** @param months the organisation's snapshots, in order */
export function chooseLooks(
  sent: string,
  months: readonly string[],
  outcomeMonths: number = USUAL_HOLD_OUT_MONTHS,
): Looks {
  const earlyOn = earlyLookOn(sent, outcomeMonths)
  return {
    early: earlyOn === null ? null : nearest(months, earlyOn),
    outcome: nearest(months, outcomeOn(sent, outcomeMonths)),
  }
}

/** Null until that month has data, so that no nearer one can follow. */
function nearest(months: readonly string[], day: string): string | null {
  const month = day.slice(0, 7)
  if ((months.at(-1)?.slice(0, 7) ?? '') < month) return null
  const near = months.filter((one) => one.slice(0, 7) <= month && daysBetween(one, day) <= MAX_DAYS_OFF)
  return near.toSorted((a, b) => daysBetween(a, day) - daysBetween(b, day))[0] ?? null
}

const DAY_MS = 24 * 60 * 60 * 1000
const daysBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS

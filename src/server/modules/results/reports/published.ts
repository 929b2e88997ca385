/** Impact as published: docs/product.md#small-numbers. The exact result is rounded, never recomputed. */
import { LIKELY_TOO_LARGE, TOO_FEW_TO_VALUE } from '#contract/results/impactWords'
import type { Arm, ClaimRate, Estimate, Impact, ImpactOutcome } from '#contract/results/reports'
import { publishedCount, publishedEstimate, shownCount, SMALL, type PublishedCount } from '../../../lib/rounding'

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

/** A published amount, in whole pounds. */
export const shownPounds = (amount: PublishedCount): string => (amount === SMALL ? SMALL : pounds.format(amount))

const COST_STEP = 10

/** To the nearest £10: coarser than five messages. What rounds to nothing is not free. */
export function shownCost(pence: number, contacted: PublishedCount): string {
  if (contacted === SMALL) return SMALL
  const { value } = publishedEstimate({ value: pence / 100, low: 0, high: 0 }, COST_STEP)
  return value === 0 && pence > 0 ? `under ${shownPounds(COST_STEP)}` : shownPounds(value)
}

/** The remainder reveals a small count as well. */
const isSmall = ({ households, claiming }: ClaimRate): boolean =>
  households === 0 || [claiming, households - claiming].some((count) => publishedCount(count) === SMALL)

/** Whole percent, of claims to the nearest 5; empty for few households. */
export function publishedRate(rate: ClaimRate): string {
  if (isSmall(rate)) return SMALL
  const { value } = publishedEstimate({ value: rate.claiming, low: 0, high: 0 })
  return `${Math.min(100, Math.round((value / rate.households) * 100))}%`
}

/** With its 95% interval. */
export function publishedArm(arm: Arm): string {
  if (isSmall(arm)) return SMALL
  const { households, rate } = arm
  const inClaims = (points: number) => (points / 100) * households
  const { low, high } = publishedEstimate({ value: 0, low: inClaims(rate.low), high: inClaims(rate.high) })
  const percent = (claims: number) => (claims / households) * 100
  return `${publishedRate(arm)} (${Math.floor(percent(low))} to ${Math.min(100, Math.ceil(percent(high)))})`
}

/** Additional claims and yearly value, with 95% intervals; or why nothing can be said. */
export function publishedVerdict({ has_sample_ratio_mismatch: isMismatch }: Impact, outcome: ImpactOutcome): string {
  if (isMismatch) return 'Not to be trusted: one arm lost more households than the other'
  if (isSmall(outcome.contacted) || isSmall(outcome.held_out)) return SMALL
  const what = outcome.is_after_release ? ', early against late contact' : ''
  const claims = publishedEstimate(outcome.additional_claims)
  const interval = `${shownCount(claims.low)} to ${shownCount(claims.high)}`
  if (!outcome.is_distinguishable) return `Not distinguishable from no effect (${interval})${what}`
  return (
    `${shownCount(claims.value)} (${interval}), ${worth(outcome.additional_value)}${what}` +
    (outcome.is_only_just ? `. ${LIKELY_TOO_LARGE}` : '')
  )
}

const POUNDS = 100

function worth(value: Estimate | null): string {
  if (value === null) return TOO_FEW_TO_VALUE
  const { value: middle, low, high } = publishedEstimate(value, POUNDS)
  return `${shownPounds(middle)} a year (${shownPounds(low)} to ${shownPounds(high)})`
}

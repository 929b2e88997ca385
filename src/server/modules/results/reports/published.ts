/** Impact as published: docs/product.md#small-numbers. The exact result is rounded, never recomputed. */
import { describeFinding, type Precision } from '#contract/results/finding'
import type { Arm, ClaimRate, Impact, ImpactOutcome } from '#contract/results/reports'
import {
  publishedCount,
  publishedEstimate,
  publishedPoundsEstimate,
  shownCount,
  SMALL,
  type PublishedCount,
} from '../../../lib/rounding'

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

/** Impact as published: claims to the nearest 5, pounds to three significant figures, nothing of small arms. */
export const PUBLISHED: Precision = {
  roundClaims: (claims) => publishedEstimate(claims),
  roundPounds: publishedPoundsEstimate,
  hides: isSmall,
  tellCount: (households) => shownCount(publishedCount(households)),
}

/** What may be said of a result outside. */
export const publishedVerdict = (impact: Impact, outcome: ImpactOutcome): string =>
  describeFinding({ ...impact, outcome }, PUBLISHED).words

/** docs/product.md#impact */
import type { Arm, ArmRates, Estimate, ImpactOutcome } from '#contract/results/reports'
import {
  differenceInterval,
  effectiveRates,
  meanDifference,
  computeShare,
  wilsonInterval,
  type Interval,
  type Rate,
  type Sums,
} from '../../../lib/statistics'
import type { GroupClaims } from '../../households/snapshots/service'
import { WEEKS_A_YEAR } from './assumptions'

/** In each arm; fewer awards say nothing about a year's pounds. */
const CLAIMS_TO_VALUE = 10
/**
 * An effect found in four of five campaigns is this share of itself above zero; barely significant ones look too large.
 */
const ONLY_JUST = 0.3

export interface Arms {
  readonly contacted: GroupClaims
  readonly heldOut: GroupClaims
}

/** Both rates only. */
export function computeRates({ contacted, heldOut }: Arms): ArmRates {
  const [ofContacted, ofHeldOut] = effectiveRates([sumClaims(contacted), sumClaims(heldOut)] as const)
  return { contacted: compareArm(contacted, ofContacted), held_out: compareArm(heldOut, ofHeldOut) }
}

/** By the test of claims only. */
export function compareArms({
  contacted,
  heldOut,
}: Arms): Pick<
  ImpactOutcome,
  'difference' | 'additional_claims' | 'additional_value' | 'is_distinguishable' | 'is_only_just'
> {
  const value = computeShare(contacted) - computeShare(heldOut)
  const difference = {
    value,
    ...differenceInterval(...effectiveRates([sumClaims(contacted), sumClaims(heldOut)] as const)),
  }
  const isDistinguishable = difference.low > 0 || difference.high < 0
  const nearest = Math.min(Math.abs(difference.low), Math.abs(difference.high))
  const hasFewClaims = Math.min(contacted.claiming, heldOut.claiming) < CLAIMS_TO_VALUE
  const awards = meanDifference(sumPence(contacted), sumPence(heldOut))
  const pounds = scaled(awards, (contacted.households * WEEKS_A_YEAR) / 100)
  return {
    difference: scaled(difference, 100),
    additional_claims: scaled(difference, contacted.households),
    // One test decides: pounds show no effect that claims do not.
    additional_value: hasFewClaims ? null : isDistinguishable ? pounds : withZero(pounds),
    is_distinguishable: isDistinguishable,
    is_only_just: isDistinguishable && nearest < Math.abs(value) * ONLY_JUST,
  }
}

function compareArm(claims: GroupClaims, effective: Rate): Arm {
  const { households, claiming } = claims
  const rate = { value: computeShare(claims), ...wilsonInterval(effective) }
  return { households, claiming, rate: scaled(rate, 100) }
}

const sumClaims = (claims: GroupClaims): Sums => ({
  ...claims,
  total: claims.claiming,
  squares: claims.claimSquares,
  bySize: claims.claimsBySize,
})

const sumPence = (claims: GroupClaims): Sums => ({
  ...claims,
  total: claims.weeklyPence,
  squares: claims.penceSquares,
  bySize: claims.penceBySize,
})

const withZero = ({ value, low, high }: Estimate): Estimate => ({
  value,
  low: Math.min(low, 0),
  high: Math.max(high, 0),
})

const scaled = ({ value, low, high }: Interval & { value: number }, factor: number): Estimate => ({
  value: value * factor,
  low: low * factor,
  high: high * factor,
})

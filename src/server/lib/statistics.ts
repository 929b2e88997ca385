/** Rates and their comparison. Shares are from 0 to 1; intervals are of 95% unless named otherwise. */

export interface Rate {
  /** Households that began to claim. */
  readonly claiming: number
  readonly households: number
}

export interface Interval {
  readonly low: number
  readonly high: number
}

/** The normal distribution's 97.5% quantile. */
const Z = 1.959963984540054

/** 0 without households. */
export const shareOf = ({ claiming, households }: Rate): number => (households === 0 ? 0 : claiming / households)

/** Wilson's score interval (E. B. Wilson, 1927); without households, everything is possible. */
export function wilsonInterval(rate: Rate): Interval {
  const { households: n } = rate
  if (n === 0) return { low: 0, high: 1 }
  const share = shareOf(rate)
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const reach = (Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))) / (1 + Z ** 2 / n)
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/**
 * The interval of `one`'s share less `other`'s: method 10 of R. G. Newcombe, "Interval estimation for the difference
 * between independent proportions", Statistics in Medicine 17 (1998), 873-890.
 */
export function differenceInterval(one: Rate, other: Rate): Interval {
  const [a, b] = [shareOf(one), shareOf(other)]
  const [ofA, ofB] = [wilsonInterval(one), wilsonInterval(other)]
  return {
    low: a - b - Math.hypot(a - ofA.low, ofB.high - b),
    high: a - b + Math.hypot(ofA.high - a, b - ofB.low),
  }
}

/** χ² with one degree of freedom exceeds it by chance once in a thousand times. */
const CHI_SQUARED_AT_0_001 = 10.827566170662733

/**
 * Whether chance does not explain how far two arms are from their planned sizes (χ², p < 0.001): then something other
 * than the draw assigned households.
 */
export function hasSampleRatioMismatch(sizes: readonly [number, number], planned: readonly [number, number]): boolean {
  const all = sizes[0] + sizes[1]
  const plannedAll = planned[0] + planned[1]
  if (all === 0 || planned[0] === 0 || planned[1] === 0) return false
  const squared = (arm: 0 | 1) => {
    const expected = (all * planned[arm]) / plannedAll
    return (sizes[arm] - expected) ** 2 / expected
  }
  return squared(0) + squared(1) > CHI_SQUARED_AT_0_001
}

/** 1.96 for an interval of 95%, and 0.84 for seeing the effect in four of five campaigns. */
const SMALLEST_EFFECT_FACTOR = 2.8

/** The smallest difference of shares that two arms of these sizes could show at a base rate. */
export const smallestEffect = (baseShare: number, sizes: readonly [number, number]): number =>
  SMALLEST_EFFECT_FACTOR * Math.sqrt(baseShare * (1 - baseShare) * (1 / sizes[0] + 1 / sizes[1]))

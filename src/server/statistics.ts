/** Rates and their comparison. Shares are from 0 to 1. */

export interface Rate {
  /** Households that began to claim. */
  readonly claiming: number
  readonly households: number
}

/** 0 of nobody. */
export const shareOf = ({ claiming, households }: Rate): number => (households === 0 ? 0 : claiming / households)

/** 1.96 for an interval of 95%, and 0.84 for seeing the effect in four of five campaigns. */
const SMALLEST_EFFECT_FACTOR = 2.8

/** The smallest difference of shares that two arms of these sizes could show at such a base rate. */
export const smallestEffect = (baseShare: number, sizes: readonly [number, number]): number =>
  SMALLEST_EFFECT_FACTOR * Math.sqrt(baseShare * (1 - baseShare) * (1 / sizes[0] + 1 / sizes[1]))

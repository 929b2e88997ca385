/** Shares are from 0 to 1; intervals are 95% unless named otherwise. */

export interface Rate {
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
export const computeShare = ({ claiming, households }: Rate): number => (households === 0 ? 0 : claiming / households)

/** Wilson's score interval (E. B. Wilson, 1927); 0 to 1 without households. */
export function wilsonInterval(rate: Rate): Interval {
  const { households: n } = rate
  if (n === 0) return { low: 0, high: 1 }
  const share = computeShare(rate)
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const reach = (Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))) / (1 + Z ** 2 / n)
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/**
 * Interval of `one`'s share minus `other`'s: method 10 of R. G. Newcombe, "Interval estimation for the difference
 * between independent proportions", Statistics in Medicine 17 (1998), 873-890.
 */
export function differenceInterval(one: Rate, other: Rate): Interval {
  const [a, b] = [computeShare(one), computeShare(other)]
  const [ofA, ofB] = [wilsonInterval(one), wilsonInterval(other)]
  return {
    low: a - b - Math.hypot(a - ofA.low, ofB.high - b),
    high: a - b + Math.hypot(ofA.high - a, b - ofB.low),
  }
}

/** χ² quantile, one degree of freedom, p = 0.001. */
const CHI_SQUARED_AT_0_001 = 10.827566170662733

/**
 * Whether two arms differ from their planned sizes beyond chance (χ², p < 0.001): not only the draw assigned them.
 * @param atOnce {@link lostAtOnce}
 */
export function hasSampleRatioMismatch(
  sizes: readonly [number, number],
  planned: readonly [number, number],
  atOnce = 1,
): boolean {
  const all = sizes[0] + sizes[1]
  const plannedAll = planned[0] + planned[1]
  if (all === 0 || planned[0] === 0 || planned[1] === 0) return false
  const squared = (arm: 0 | 1) => {
    const expected = (all * planned[arm]) / plannedAll
    return (sizes[arm] - expected) ** 2 / expected
  }
  return (squared(0) + squared(1)) / atOnce > CHI_SQUARED_AT_0_001
}

/** Totals over an arm. Units are what was drawn: households, or addresses drawn as one. */
export interface Sums {
  readonly units: number
  readonly households: number
  readonly total: number
  /** Sums over units: total², total × households, households². */
  readonly squares: number
  readonly bySize: number
  readonly sizeSquares: number
}

function computeSpread({ units, households, total, squares, bySize, sizeSquares }: Sums): number {
  const mean = households === 0 ? 0 : total / households
  const spread = Math.max(0, squares - 2 * mean * bySize + mean ** 2 * sizeSquares)
  return units < 2 ? Number.POSITIVE_INFINITY : (units / (units - 1)) * spread
}

/** The mean number of households at an address, as a household meets it. */
const meanSize = ({ households, sizeSquares }: Pick<Sums, 'households' | 'sizeSquares'>): number =>
  households === 0 ? 1 : sizeSquares / households

/** Degrees of freedom of so many households, of whom a few large addresses tell less than many small ones. */
const computeFreedom = (households: number, size: number) => Math.max(FEWEST_FREEDOM, households / size - 1)
const FEWEST_FREEDOM = 3

function computeMean(sums: Sums) {
  const { households, total } = sums
  const mean = households === 0 ? 0 : total / households
  const variance = households === 0 ? Number.POSITIVE_INFINITY : computeSpread(sums) / households ** 2
  return { mean, variance, freedom: computeFreedom(households, meanSize(sums)) }
}

/**
 * How alike claims at one address are, from 0 to 1 (intraclass correlation). Of all arms together, because a small arm
 * tells little of it; 1 where nothing is known.
 */
function computeLikeness(arms: readonly Sums[]): number {
  let [more, most] = [0, 0]
  for (const arm of arms.filter(({ units }) => units > 1)) {
    const share = computeShare({ claiming: arm.total, households: arm.households })
    const alone = share * (1 - share)
    more += computeSpread(arm) - alone * arm.households
    most += alone * (arm.sizeSquares - arm.households)
  }
  return most > 0 ? Math.min(1, Math.max(0, more / most)) : 1
}

/**
 * How many households, each drawn alone, would tell as much as these at shared addresses. Few addresses are allowed for
 * by Student's quantile.
 */
function effectiveSize(households: number, size: number, likeness: number): number {
  if (size <= 1) return households
  const fewAddresses = (studentQuantile(computeFreedom(households, size)) / Z) ** 2
  return households / ((1 + likeness * (size - 1)) * fewAddresses)
}

/** Arms as samples of households drawn alone: claims at one address are alike, so they count as fewer. */
export function effectiveRates<Arms extends readonly Sums[]>(arms: Arms): { [arm in keyof Arms]: Rate } {
  const likeness = computeLikeness(arms)
  const rates = arms.map((arm) => {
    const { households, total: claiming } = arm
    const effective = effectiveSize(households, meanSize(arm), likeness)
    return { claiming: households === 0 ? 0 : (claiming * effective) / households, households: effective }
  })
  // One for each arm.
  return rates as { [arm in keyof Arms]: Rate }
}

/** So many households to be drawn, whose addresses and claims are like `others`'. */
export const effectiveDraw = (households: number, others: Sums): number =>
  Math.round(effectiveSize(households, meanSize(others), computeLikeness([others])))

/** How many households are lost at once where whole addresses leave: the larger of the arms' mean. */
export const lostAtOnce = (arms: readonly Pick<Sums, 'households' | 'sizeSquares'>[]): number =>
  Math.max(1, ...arms.map(meanSize))

/** Difference of means per household, with the interval of B. L. Welch, Biometrika 34 (1947). */
export function meanDifference(one: Sums, other: Sums): Interval & { readonly value: number } {
  const [a, b] = [computeMean(one), computeMean(other)]
  const variance = a.variance + b.variance
  const freedom = variance ** 2 / (a.variance ** 2 / a.freedom + b.variance ** 2 / b.freedom)
  const reach = variance === 0 ? 0 : studentQuantile(freedom) * Math.sqrt(variance)
  const value = a.mean - b.mean
  return { value, low: value - reach, high: value + reach }
}

/** Student's 97.5% quantile (M. Abramowitz and I. Stegun, 26.7.5); within 0.002 from five degrees of freedom. */
function studentQuantile(freedom: number): number {
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
  ]
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), Z)
}

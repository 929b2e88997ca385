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

/** Whether losses differ between arms beyond chance (R. A. Fisher, p < 0.001). @param atOnce {@link lostAtOnce} */
export function areLossesUnequal(
  households: readonly [number, number],
  armsOf: readonly [number, number],
  atOnce = 1,
): boolean {
  const addresses = ([one, other]: readonly [number, number]) =>
    [Math.round(one / atOnce), Math.round(other / atOnce)] as const
  const [lost, arms] = [addresses(households), addresses(armsOf)]
  const all = lost[0] + lost[1]
  /** Odds of `inFirst` losses in the first arm relative to one fewer. */
  const odds = (inFirst: number) =>
    ((arms[0] - inFirst + 1) * (all - inFirst + 1)) / (inFirst * (arms[1] - all + inFirst))
  // Relative to the observed outcome's chance; infinite for what chance cannot produce.
  let [asRare, sum] = [1, 1]
  const add = (weight: number) => {
    sum += weight
    if (weight <= 1 + 1e-9) asRare += weight
  }
  for (let weight = 1, at = lost[0] + 1; at <= Math.min(all, arms[0]); at++) add((weight *= odds(at)))
  for (let weight = 1, at = lost[0]; at > Math.max(0, all - arms[1]); at--) add((weight /= odds(at)))
  return asRare / sum < 0.001
}

/**
 * Smallest share of one arm whose loss {@link areLossesUnequal} warns of in four of five campaigns, where the other loses
 * nobody: of the arm that needs more. Null: none is seen.
 */
export function smallestLoss(arms: readonly [number, number], atOnce = 1): number | null {
  const ofArm = (arm: 0 | 1) => {
    const addresses = Math.round(arms[arm] / atOnce)
    const isSeen = (lost: number) => areLossesUnequal(arm === 0 ? [lost * atOnce, 0] : [0, lost * atOnce], arms, atOnce)
    let fewest = 1
    while (fewest <= addresses && !isSeen(fewest)) fewest++
    const power = (share: number) =>
      binomial(addresses, share).reduce((sum, [lost, chance]) => (lost >= fewest ? sum + chance : sum), 0)
    return power(1 - FINE) < POWER ? null : bisected([0, 1 - FINE], (share) => power(share) >= POWER)
  }
  const [one, other] = [ofArm(0), ofArm(1)]
  return one === null || other === null ? null : Math.max(one, other)
}

/** Where a condition begins to hold. */
function bisected([from, to]: readonly [number, number], holds: (value: number) => boolean): number {
  let [low, high] = [from, to]
  while (high - low > FINE) {
    const middle = (low + high) / 2
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

const POWER = 0.8
/** Precision of the smallest effect, as a share. */
const FINE = 1e-5

/**
 * Smallest difference that {@link differenceInterval} detects in four of five campaigns with arms of these sizes, by
 * enumeration; null if none.
 */
export function smallestEffect(baseShare: number, [contacted, heldOut]: readonly [number, number]): number | null {
  const others = binomial(heldOut, baseShare)
  const needed = others.map(([claiming, chance]) => ({
    chance,
    from: fewestAbove({ claiming, households: heldOut }, contacted),
  }))
  const power = (share: number) => {
    const claims = binomial(contacted, share)
    let [sum, found, at] = [0, 0, claims.length - 1]
    for (const { chance, from } of needed.toReversed()) {
      for (; at >= 0 && (claims[at]?.[0] ?? 0) >= from; at--) sum += claims[at]?.[1] ?? 0
      found += chance * sum
    }
    return found
  }
  if (power(1) < POWER) return null
  return bisected([baseShare, 1], (share) => power(share) >= POWER) - baseShare
}

/** Fewest of the contacted whose rate differs from `other`; one more than all if none. */
function fewestAbove(other: Rate, households: number): number {
  let [low, high] = [0, households + 1]
  while (low < high) {
    const claiming = Math.floor((low + high) / 2)
    if (differenceInterval({ claiming, households }, other).low > 0) high = claiming
    else low = claiming + 1
  }
  return low
}

/** Chances below it are ignored. */
const RARE = 1e-12

function binomial(of: number, share: number): [count: number, chance: number][] {
  const middle = Math.min(of, Math.floor((of + 1) * share))
  const odds = share / (1 - share)
  const found: [number, number][] = [[middle, 1]]
  for (let at = middle, weight = 1; at > 0 && weight > RARE; at--) {
    weight *= at / (of - at + 1) / odds
    found.unshift([at - 1, weight])
  }
  for (let at = middle, weight = 1; at < of && weight > RARE; at++) {
    weight *= ((of - at) / (at + 1)) * odds
    found.push([at + 1, weight])
  }
  const sum = found.reduce((total, [, weight]) => total + weight, 0)
  return found.map(([count, weight]) => [count, weight / sum])
}

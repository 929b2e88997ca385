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
export const shareOf = ({ claiming, households }: Rate): number => (households === 0 ? 0 : claiming / households)

/** Wilson's score interval (E. B. Wilson, 1927); 0 to 1 without households. */
export function wilsonInterval(rate: Rate): Interval {
  const { households: n } = rate
  if (n === 0) return { low: 0, high: 1 }
  const share = shareOf(rate)
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const reach = (Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))) / (1 + Z ** 2 / n)
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/**
 * Interval of `one`'s share minus `other`'s: method 10 of R. G. Newcombe, "Interval estimation for the difference
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

/** χ² quantile, one degree of freedom, p = 0.001. */
const CHI_SQUARED_AT_0_001 = 10.827566170662733

/** Whether two arms differ from their planned sizes beyond chance (χ², p < 0.001): not only the draw assigned them. */
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

function meanOf({ units, households, total, squares, bySize, sizeSquares }: Sums) {
  const mean = households === 0 ? 0 : total / households
  const spread = Math.max(0, squares - 2 * mean * bySize + mean ** 2 * sizeSquares)
  const variance = units < 2 ? Number.POSITIVE_INFINITY : ((units / (units - 1)) * spread) / households ** 2
  return { mean, variance, freedom: units - 1 }
}

/** Effective sample: claims at one address are alike, so they count as fewer independent households. */
export function effectiveRate(claims: Sums): Rate {
  const { units, households, total: claiming } = claims
  if (units === households || units < 2) return { claiming, households }
  const share = claiming / households
  const one = (share * (1 - share)) / (households - 1)
  // With a share of 0 or 1 the variance says nothing about likeness.
  const effect = Math.max(1, one === 0 ? claims.sizeSquares / households : meanOf(claims).variance / one)
  return { claiming: claiming / effect, households: households / effect }
}

/** Difference of means per household, with the interval of B. L. Welch, Biometrika 34 (1947). */
export function meanDifference(one: Sums, other: Sums): Interval & { readonly value: number } {
  const [a, b] = [meanOf(one), meanOf(other)]
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

/** Whether losses differ between arms beyond chance (R. A. Fisher, p < 0.001). */
export function areLossesUnequal(lost: readonly [number, number], arms: readonly [number, number]): boolean {
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
  let [low, high] = [baseShare, 1]
  if (power(high) < POWER) return null
  while (high - low > FINE) {
    const middle = (low + high) / 2
    if (power(middle) < POWER) low = middle
    else high = middle
  }
  return high - baseShare
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

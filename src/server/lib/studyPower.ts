/** What a study of given arms can tell from chance. */
import { differenceInterval, type Rate } from './statistics'

/** Whether losses differ between arms beyond chance (R. A. Fisher, p < 0.001). @param atOnce lostAtOnce */
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

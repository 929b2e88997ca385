/**
 * Campaigns whose truth is known. Households, arms and their sums are made here, with no statistics of the product's.
 */
import type { Arms } from '../../src/server/modules/results/reports/compareArms'

export type Random = () => number

/** Xorshift of 32 bits: the same campaigns in every run. */
export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let warm = 0; warm < 20; warm++) next()
  return next
}

export interface Scenario {
  readonly name: string
  readonly households: number
  /** Percent. */
  readonly heldOut: number
  /** Shares that claim by themselves, and that claim because of the message. */
  readonly base: number
  readonly effect: number
  /** How many times as high awards are of those who claim by themselves. */
  readonly othersTimes?: number
  /** Households at one address, drawn together: half of them do as the first does. */
  readonly atAddress?: number
  /** Share of the households that live so; 1 if not said. */
  readonly shared?: number
  /** Share of the addresses that leave the data as a whole before the result. */
  readonly leaving?: number
}

export const MEAN_AWARD = 60

/** Skewed, with a mean of 60 pounds a week. */
const awardOf = (random: Random) => (-MEAN_AWARD / 2) * (Math.log(1 - random()) + Math.log(1 - random()))

interface Household {
  readonly address: number
  readonly claims: boolean
  /** Pounds a week; 0 without a claim. */
  readonly award: number
}

type Addresses = readonly number[]

/** Sizes of the list's addresses, in random order. */
function addressesOf({ households, atAddress = 1, shared = 1 }: Scenario, random: Random): number[] {
  const together = Math.round((households * shared) / atAddress)
  const sizes = Array.from({ length: together + households - together * atAddress }, (_, index) =>
    index < together ? atAddress : 1,
  )
  for (let last = sizes.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [one = 1, two = 1] = [sizes[last], sizes[other]]
    sizes[last] = two
    sizes[other] = one
  }
  return sizes
}

/** Half of those at an address follow its first household. */
function* arm(
  { base, effect, othersTimes = 1 }: Scenario,
  addresses: Addresses,
  isContacted: boolean,
  random: Random,
): Generator<Household> {
  for (const [address, size] of addresses.entries()) {
    let first = { byItself: 0, persuaded: 0 }
    for (let index = 0; index < size; index++) {
      const own = { byItself: random(), persuaded: random() }
      const lot = index === 0 || random() < 0.5 ? own : first
      if (index === 0) first = own
      const byItself = lot.byItself < base
      // Of those who would not by themselves, so that the effect is the whole arm's.
      const persuaded = isContacted && !byItself && lot.persuaded < effect / (1 - base)
      const award = byItself ? awardOf(random) * othersTimes : persuaded ? awardOf(random) : 0
      yield { address, claims: byItself || persuaded, award }
    }
  }
}

/** As the snapshots would be counted. */
function counted(households: Iterable<Household>): Arms['contacted'] {
  const units = new Map<number, [size: number, claims: number, pence: number]>()
  for (const { address, claims, award } of households) {
    const [size, before, pence] = units.get(address) ?? [0, 0, 0]
    units.set(address, [size + 1, before + Number(claims), pence + Math.round(award * 100)])
  }
  const sums = { households: 0, claiming: 0, weeklyPence: 0 }
  const squares = { sizeSquares: 0, claimSquares: 0, claimsBySize: 0, penceSquares: 0, penceBySize: 0 }
  for (const [size, claims, pence] of units.values()) {
    sums.households += size
    sums.claiming += claims
    sums.weeklyPence += pence
    squares.sizeSquares += size * size
    squares.claimSquares += claims * claims
    squares.claimsBySize += claims * size
    squares.penceSquares += pence * pence
    squares.penceBySize += pence * size
  }
  return { ...sums, ...squares, stayed: sums.households, units: units.size }
}

interface Campaign {
  readonly arms: Arms
  /** Households as drawn. */
  readonly planned: readonly [contacted: number, heldOut: number]
}

const sum = (addresses: Addresses) => addresses.reduce((all, size) => all + size, 0)

/** Addresses are drawn whole, and leave whole. */
export function simulateCampaign(scenario: Scenario, random: Random): Campaign {
  const addresses = addressesOf(scenario, random)
  const heldOut = Math.round((addresses.length * scenario.heldOut) / 100)
  const drawn = [addresses.slice(heldOut), addresses.slice(0, heldOut)] as const
  const { leaving = 0 } = scenario
  const staying = (of: Addresses) => (leaving === 0 ? of : of.filter(() => random() >= leaving))
  return {
    arms: {
      contacted: counted(arm(scenario, staying(drawn[0]), true, random)),
      heldOut: counted(arm(scenario, staying(drawn[1]), false, random)),
    },
    planned: [sum(drawn[0]), sum(drawn[1])],
  }
}

/** Households to whom nobody wrote. */
export const simulateOthers = (scenario: Scenario, random: Random): Arms['heldOut'] =>
  counted(arm(scenario, addressesOf(scenario, random), false, random))

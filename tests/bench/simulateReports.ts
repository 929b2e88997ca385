/**
 * Campaigns whose truth is known, through what the product makes of plain arms: how often its intervals hold the truth,
 * how often campaigns see the effect that the form named, and how often it finds one, or losses, that are not there.
 * Households, arms and their sums are made here, with no statistics of the product's.
 */
import { compareArms, type Arms } from '../../src/server/modules/results/reports/compareArms'
import { chooseLooks } from '../../src/server/modules/results/reports/looks'
import { areLossesUnequal, smallestEffect } from '../../src/server/lib/statistics'
import type { Bench, Figure } from './bench'

const RUNS = 1_000
const WEEKS = 52

type Random = () => number

/** Xorshift of 32 bits: the same campaigns in every run. */
function randomOf(seed: number): Random {
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

interface Scenario {
  readonly name: string
  readonly households: number
  /** Percent. */
  readonly heldOut: number
  /** Shares that claim by themselves, and that claim because of the message. */
  readonly base: number
  readonly effect: number
  /** How many times as high awards are of those who claim by themselves. */
  readonly othersTimes?: number
  /** Households of one address, drawn together: all in groups of so many, a part of which claims alike. */
  readonly atAddress?: number
}

const MEAN_AWARD = 60

/** Skewed, with a mean of 60 pounds a week. */
const awardOf = (random: Random) => (-MEAN_AWARD / 2) * (Math.log(1 - random()) + Math.log(1 - random()))

interface Household {
  readonly address: number
  readonly claims: boolean
  /** Pounds a week; 0 without a claim. */
  readonly award: number
}

/** Half of those at an address follow its first household. */
function* arm(
  { base, effect, othersTimes = 1, atAddress = 1 }: Scenario,
  households: number,
  isContacted: boolean,
  random: Random,
): Generator<Household> {
  let first = { byItself: 0, persuaded: 0 }
  for (let index = 0; index < households; index++) {
    const isFirst = index % atAddress === 0
    const own = { byItself: random(), persuaded: random() }
    const lot = isFirst || random() < 0.5 ? own : first
    if (isFirst) first = own
    const byItself = lot.byItself < base
    // Of those who would not by themselves, so that the effect is the whole arm's.
    const persuaded = isContacted && !byItself && lot.persuaded < effect / (1 - base)
    const award = byItself ? awardOf(random) * othersTimes : persuaded ? awardOf(random) : 0
    yield { address: Math.floor(index / atAddress), claims: byItself || persuaded, award }
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

const sizesOf = ({ households, heldOut }: Scenario) => {
  const inHoldOut = Math.round((households * heldOut) / 100)
  return { contacted: households - inHoldOut, heldOut: inHoldOut }
}

function campaign(scenario: Scenario, random: Random): Arms {
  const sizes = sizesOf(scenario)
  return {
    contacted: counted(arm(scenario, sizes.contacted, true, random)),
    heldOut: counted(arm(scenario, sizes.heldOut, false, random)),
  }
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'awards alike', households: 1_000, heldOut: 20, base: 0.15, effect: 0.06 },
  { name: 'others 1.7 times the award', households: 1_000, heldOut: 20, base: 0.15, effect: 0.06, othersTimes: 1.7 },
  { name: 'others 2.5 times the award', households: 1_000, heldOut: 20, base: 0.15, effect: 0.06, othersTimes: 2.5 },
  { name: '6,000 households, 1.7 times', households: 6_000, heldOut: 20, base: 0.15, effect: 0.06, othersTimes: 1.7 },
  { name: '6,000 households, 2.5 times', households: 6_000, heldOut: 20, base: 0.15, effect: 0.06, othersTimes: 2.5 },
  { name: 'unequal: 10% of 20,000', households: 20_000, heldOut: 10, base: 0.05, effect: 0.02, othersTimes: 1.7 },
  { name: 'unequal: 10% of 1,000', households: 1_000, heldOut: 10, base: 0.2, effect: 0.1, othersTimes: 1.7 },
  { name: 'tiny: 10% of 300', households: 300, heldOut: 10, base: 0.1, effect: 0.15 },
  { name: 'tiny: half of 100', households: 100, heldOut: 50, base: 0.2, effect: 0.2, othersTimes: 1.7 },
  { name: 'rare: 1% in half of 4,000', households: 4_000, heldOut: 50, base: 0.01, effect: 0.01, othersTimes: 1.7 },
  { name: 'many claim: 40%', households: 1_000, heldOut: 20, base: 0.4, effect: 0.1, othersTimes: 1.7 },
  { name: 'no effect', households: 1_000, heldOut: 20, base: 0.15, effect: 0 },
  { name: 'no claims at all', households: 1_000, heldOut: 20, base: 0, effect: 0 },
  {
    name: 'four at each address, drawn together',
    households: 1_600,
    heldOut: 20,
    base: 0.15,
    effect: 0.06,
    atAddress: 4,
  },
]

/** Of fewer campaigns a share tells nothing. */
const TOLD_AT_LEAST = 50

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const holdsIt = ({ low, high }: { low: number; high: number }, truth: number) => low <= truth && truth <= high

function coverage(): Figure[] {
  return SCENARIOS.map((scenario, index) => {
    const random = randomOf(index + 1)
    const persuaded = sizesOf(scenario).contacted * scenario.effect
    let [claims, valued, pounds] = [0, 0, 0]
    for (let run = 0; run < RUNS; run++) {
      const { additional_claims, additional_value } = compareArms(campaign(scenario, random))
      if (holdsIt(additional_claims, persuaded)) claims++
      if (!additional_value) continue
      valued++
      if (holdsIt(additional_value, persuaded * MEAN_AWARD * WEEKS)) pounds++
    }
    const told = valued >= TOLD_AT_LEAST
    const ofPounds = told ? `${percent(pounds / valued)} of ${valued} that are shown` : `shown by ${valued}`
    return {
      what: `interval of claims, and of pounds: ${scenario.name}`,
      measured: `${percent(claims / RUNS)}; ${ofPounds}`,
      floor: 'at least 93%',
      holds: claims / RUNS >= 0.93 && (!told || pounds / valued >= 0.93),
    }
  })
}

/** What people with no effect to find are told over the life of a report that is opened after every month. */
function falseAlarms(): Figure[] {
  const sent = '2026-05-12'
  const months = Array.from({ length: 9 }, (_, month) => `2026-${String(month + 4).padStart(2, '0')}-01`)
  const shares = SCENARIOS.map((scenario, index) => {
    const random = randomOf(1_000 + index)
    const nothing = { ...scenario, effect: 0, base: scenario.base || 0.001 }
    let alarms = 0
    for (let run = 0; run < RUNS; run++) {
      const shown = new Map<string, Arms>()
      let isAlarm = false
      for (let latest = 2; latest <= months.length; latest++) {
        const { outcome } = chooseLooks(sent, months.slice(0, latest))
        if (outcome === null) continue
        const arms = shown.get(outcome) ?? campaign(nothing, random)
        shown.set(outcome, arms)
        const { is_distinguishable, additional_value: value } = compareArms(arms)
        isAlarm ||= is_distinguishable || (value !== null && (value.low > 0 || value.high < 0))
      }
      if (isAlarm) alarms++
    }
    return { name: scenario.name, share: alarms / RUNS }
  })
  const mean = shares.reduce((sum, { share }) => sum + share, 0) / shares.length
  const most = shares.reduce((one, other) => (other.share > one.share ? other : one))
  return [
    {
      what: `no effect, called distinguishable anywhere in a report that is opened each month, ${shares.length} scenarios`,
      measured: `${percent(mean)} (most: ${percent(most.share)}, ${most.name})`,
      floor: 'at most 5.5%',
      holds: mean <= 0.055,
    },
  ]
}

const NAMED: readonly Pick<Scenario, 'households' | 'heldOut' | 'base'>[] = [
  { households: 1_000, heldOut: 20, base: 0.1 },
  { households: 1_000, heldOut: 20, base: 0.02 },
  { households: 1_000, heldOut: 50, base: 0.1 },
  { households: 500, heldOut: 20, base: 0.15 },
  { households: 200, heldOut: 10, base: 0.1 },
  { households: 200, heldOut: 20, base: 0.3 },
  { households: 6_000, heldOut: 10, base: 0.05 },
  { households: 30_000, heldOut: 20, base: 0.01 },
]

function power(): Figure[] {
  return NAMED.map((named, index) => {
    const random = randomOf(2_000 + index)
    const { contacted, heldOut } = sizesOf({ name: '', effect: 0, ...named })
    const effect = smallestEffect(named.base, [contacted, heldOut])
    const what = `campaigns that see the named smallest effect: ${named.households} households, ${named.heldOut}% held out, ${percent(named.base)} by themselves`
    const floor = '76 to 84%'
    if (effect === null) return { what, measured: 'none named: too small to measure', floor }
    let seen = 0
    for (let run = 0; run < RUNS; run++) {
      const { is_distinguishable, difference } = compareArms(campaign({ name: '', effect, ...named }, random))
      if (is_distinguishable && difference.value > 0) seen++
    }
    return {
      what,
      measured: `${percent(seen / RUNS)} of ${percent(effect)}`,
      floor,
      holds: seen / RUNS >= 0.76 && seen / RUNS <= 0.84,
    }
  })
}

const ARMS = [800, 200] as const

/** Both arms lose a share, and one of them another. */
const warned = (random: Random, [contacted, heldOut]: readonly [number, number]) => {
  const lose = (arm: number, share: number) => Array.from({ length: arm }).filter(() => random() < share).length
  let warnings = 0
  for (let run = 0; run < RUNS; run++) {
    if (areLossesUnequal([lose(ARMS[0], contacted), lose(ARMS[1], heldOut)], ARMS)) warnings++
  }
  return warnings / RUNS
}

function losses(): Figure[] {
  const random = randomOf(3_000)
  const alike = [0.01, 0.05, 0.2, 0.5].map((share) => warned(random, [share, share]))
  const unequal: readonly (readonly [what: string, shares: readonly [number, number]])[] = [
    ['only the contacted arm of 800 and 200 loses 20%', [0.2, 0]],
    ['only the held-out arm of 200 loses 20%', [0, 0.2]],
    ['both lose 5%, the contacted arm 20% more', [0.25, 0.05]],
  ]
  return [
    ...unequal.map(([what, shares]) => {
      const share = warned(random, shares)
      return { what: `${what}: warned`, measured: percent(share), floor: 'at least 95%', holds: share >= 0.95 }
    }),
    {
      what: 'both lose alike (1, 5, 20, 50%): warned',
      measured: percent(Math.max(...alike)),
      floor: 'at most 0.2%',
      holds: Math.max(...alike) <= 0.002,
    },
  ]
}

/** `npm run bench simulate-reports`: 1,000 campaigns of each kind, seeded. */
export const simulateReports: Bench = {
  name: 'simulate-reports',
  run: async () => [...coverage(), ...falseAlarms(), ...power(), ...losses()],
}

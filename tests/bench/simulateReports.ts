/**
 * Campaigns whose truth is known, through what the product makes of plain arms: how often its intervals hold the truth,
 * how often campaigns see the effect that the form named, and how often it finds one, or losses, that are not there.
 */
import { compareArms, type Arms } from '../../src/server/modules/results/reports/compareArms'
import { chooseLooks } from '../../src/server/modules/results/reports/looks'
import { areLossesUnequal, smallestEffect } from '../../src/server/lib/studyPower'
import type { Bench, Figure } from './bench'
import { sharedAddresses } from './simulateSharedAddresses'
import { MEAN_AWARD, randomOf, simulateCampaign, type Random, type Scenario } from './simulatedCampaigns'
import { tellings } from './simulateTellings'

const RUNS = 1_000
const WEEKS = 52

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
    let [claims, valued, pounds] = [0, 0, 0]
    for (let run = 0; run < RUNS; run++) {
      const { arms } = simulateCampaign(scenario, random)
      const { additional_claims, additional_value } = compareArms(arms)
      const persuaded = arms.contacted.households * scenario.effect
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
        const arms = shown.get(outcome) ?? simulateCampaign(nothing, random).arms
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
    const heldOut = Math.round((named.households * named.heldOut) / 100)
    const effect = smallestEffect(named.base, [named.households - heldOut, heldOut])
    const what = `campaigns that see the named smallest effect: ${named.households} households, ${named.heldOut}% held out, ${percent(named.base)} by themselves`
    const floor = '76 to 84%'
    if (effect === null) return { what, measured: 'none named: too small to measure', floor }
    let seen = 0
    for (let run = 0; run < RUNS; run++) {
      const { arms } = simulateCampaign({ name: '', effect, ...named }, random)
      const { is_distinguishable, difference } = compareArms(arms)
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

/** `npm run bench simulate-reports`: at least 1,000 campaigns of each kind, seeded. */
export const simulateReports: Bench = {
  name: 'simulate-reports',
  run: async () => [
    ...coverage(),
    ...falseAlarms(),
    ...power(),
    ...losses(),
    ...sharedAddresses(),
    ...tellings(SCENARIOS),
  ],
}

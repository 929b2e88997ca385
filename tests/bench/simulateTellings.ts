/** What is said of simulated campaigns: no sum whose interval holds zero, no interval against its verdict. */
import { describeFinding, type Precision } from '#contract/results/finding'
import { anImpact } from '../../src/app/features/campaigns/reports/testing/aReport'
import { compareArms, computeRates } from '../../src/server/modules/results/reports/compareArms'
import { PUBLISHED } from '../../src/server/modules/results/reports/published'
import type { Figure } from './bench'
import { randomOf, simulateCampaign, type Random, type Scenario } from './simulatedCampaigns'

const RUNS = 1_000

const PRECISIONS: readonly (readonly [where: string, precision: Precision | undefined])[] = [
  ['inside', undefined],
  ['outside', PUBLISHED],
]

/** '(95% interval: -3 to 12' and 'worth £4,000 a year (£0 to'; 'more than 0' is above it. */
const INTERVAL_FROM_ZERO = /interval: (?:0|-[\d,]+) to/
const POUNDS_FROM_ZERO = /a year \((?:£0|-£[\d,]+) to/

interface Told {
  sums: number
  sumsWithZero: number
  verdicts: number
  contradictions: number
}

function tell(scenario: Scenario, precision: Precision | undefined, random: Random, told: Told): void {
  const { arms } = simulateCampaign(scenario, random)
  const compared = compareArms(arms)
  const { words, worth } = describeFinding(anImpact({ outcome: { ...computeRates(arms), ...compared } }), precision)
  if (words.includes('a year (')) {
    told.sums++
    if (worth === null || worth.low <= 0 || POUNDS_FROM_ZERO.test(words)) told.sumsWithZero++
  }
  if (words.includes('95% interval')) {
    told.verdicts++
    if (!compared.is_distinguishable || INTERVAL_FROM_ZERO.test(words)) told.contradictions++
  }
}

export function tellings(scenarios: readonly Scenario[]): Figure[] {
  return PRECISIONS.flatMap(([where, precision], index) => {
    const told: Told = { sums: 0, sumsWithZero: 0, verdicts: 0, contradictions: 0 }
    for (const [at, scenario] of scenarios.entries()) {
      const random = randomOf(50_000 + index * scenarios.length + at)
      for (let run = 0; run < RUNS; run++) tell(scenario, precision, random, told)
    }
    return [
      {
        what: `sums whose interval holds zero, ${where}`,
        measured: `${told.sumsWithZero} of ${told.sums}`,
        floor: '0',
        holds: told.sumsWithZero === 0,
      },
      {
        what: `intervals that hold zero under a verdict, ${where}`,
        measured: `${told.contradictions} of ${told.verdicts}`,
        floor: '0',
        holds: told.contradictions === 0,
      },
    ]
  })
}

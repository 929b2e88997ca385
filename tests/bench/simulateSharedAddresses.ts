/** Households that share addresses, which are drawn whole and leave the data whole. */
import { compareArms } from '../../src/server/modules/results/reports/compareArms'
import { areLossesUnequal, smallestEffect, smallestLoss } from '../../src/server/lib/studyPower'
import { effectiveDraw, hasSampleRatioMismatch, lostAtOnce, computeShare } from '../../src/server/lib/statistics'
import type { Figure } from './bench'
import { randomOf, simulateCampaign, simulateOthers, type Random, type Scenario } from './simulatedCampaigns'

const RUNS = 2_000
/** A council's households beside a campaign of 1,000. */
const OTHERS = 20_000

const LISTS = [0, 0.04, 0.2, 0.4].flatMap((shared) =>
  [2, 3, 5]
    .slice(0, shared === 0 ? 1 : undefined)
    .map((atAddress) => ({ households: 1_000, heldOut: 20, base: 0.15, shared, atAddress })),
)
const LEAVING = [0, 0.1, 0.3]
const NAMES = new Map([
  [2, 'pairs'],
  [3, 'threes'],
  [5, 'fives'],
])

const nameOf = ({ shared, atAddress }: (typeof LISTS)[number]) =>
  shared === 0 ? 'nobody shares an address' : `${shared * 100}% in ${NAMES.get(atAddress) ?? atAddress}`

const leavingOf = (share: number) => (share === 0 ? '' : `, ${share * 100}% of addresses leave`)

const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** Two standard errors above, so that chance alone does not fail it. */
const atMost = (floor: number) => floor + 2 * Math.sqrt((floor * (1 - floor)) / RUNS)

const shareOfRuns = (happens: () => boolean): number => {
  let runs = 0
  for (let run = 0; run < RUNS; run++) if (happens()) runs++
  return runs / RUNS
}

/** As the report warns. */
function isWarned(scenario: Scenario, random: Random): boolean {
  const { arms, planned } = simulateCampaign(scenario, random)
  const stayed = [arms.contacted.stayed, arms.heldOut.stayed] as const
  const lost = [planned[0] - stayed[0], planned[1] - stayed[1]] as const
  const atOnce = lostAtOnce([arms.contacted, arms.heldOut])
  return areLossesUnequal(lost, planned, atOnce) || hasSampleRatioMismatch(stayed, planned, atOnce)
}

function falseFindings(): Figure[] {
  return LISTS.flatMap((list, index) =>
    LEAVING.map((leaving, at) => {
      const random = randomOf(10_000 + index * LEAVING.length + at)
      const scenario = { name: '', effect: 0, leaving, ...list }
      const share = shareOfRuns(() => compareArms(simulateCampaign(scenario, random).arms).is_distinguishable)
      return {
        what: `no effect, called distinguishable: ${nameOf(list)}${leavingOf(leaving)}`,
        measured: percent(share),
        floor: 'at most 5.5% and two standard errors',
        holds: share <= atMost(0.055),
      }
    }),
  )
}

/** The effect that the form names, from households beside the campaign's that live as its own do. */
function namedEffect(list: (typeof LISTS)[number], random: Random): number | null {
  const { squares, ...others } = (({ claimSquares, claimsBySize, claiming, ...rest }) => ({
    ...rest,
    claiming,
    total: claiming,
    squares: claimSquares,
    bySize: claimsBySize,
  }))(simulateOthers({ name: '', effect: 0, ...list, households: OTHERS }, random))
  const heldOut = Math.round((list.households * list.heldOut) / 100)
  const sums = { ...others, squares }
  return smallestEffect(computeShare(others), [
    effectiveDraw(list.households - heldOut, sums),
    effectiveDraw(heldOut, sums),
  ])
}

function power(): Figure[] {
  return LISTS.map((list, index) => {
    const random = randomOf(20_000 + index)
    const effect = namedEffect(list, random)
    const what = `campaigns that see the named smallest effect: ${nameOf(list)}`
    const floor = '76 to 90%'
    if (effect === null) return { what, measured: 'none named: too small to measure', floor }
    const share = shareOfRuns(() => {
      const { is_distinguishable, difference } = compareArms(
        simulateCampaign({ name: '', effect, ...list }, random).arms,
      )
      return is_distinguishable && difference.value > 0
    })
    return { what, measured: `${percent(share)} of ${percent(effect)}`, floor, holds: share >= 0.76 && share <= 0.9 }
  })
}

function falseWarnings(): Figure[] {
  return LISTS.flatMap((list, index) =>
    LEAVING.filter((leaving) => leaving > 0).map((leaving, at) => {
      const random = randomOf(30_000 + index * LEAVING.length + at)
      const share = shareOfRuns(() => isWarned({ name: '', effect: 0, leaving, ...list }, random))
      return {
        what: `losses that are alike, warned of: ${nameOf(list)}${leavingOf(leaving)}`,
        measured: percent(share),
        floor: 'at most 0.5%',
        holds: share <= 0.005,
      }
    }),
  )
}

/** Only the contacted arm, then only the held-out one, loses what the report names. */
function namedLosses(): Figure[] {
  return [
    [160, 40],
    [800, 200],
    [500, 500],
  ].map(([contacted = 0, heldOut = 0], index) => {
    const random = randomOf(40_000 + index)
    const arms = [contacted, heldOut] as const
    const named = smallestLoss(arms)
    const what = `campaigns that see the named loss, in the arm that needs more: arms of ${contacted} and ${heldOut}`
    const floor = '76 to 90%'
    if (named === null) return { what, measured: 'none named', floor }
    const seen = ([0, 1] as const).map((arm) =>
      shareOfRuns(() => {
        const lost = Array.from({ length: arms[arm] }).filter(() => random() < named).length
        return areLossesUnequal(arm === 0 ? [lost, 0] : [0, lost], arms)
      }),
    )
    const share = Math.min(...seen)
    return { what, measured: `${percent(share)} of ${percent(named)}`, floor, holds: share >= 0.76 && share <= 0.9 }
  })
}

export const sharedAddresses = (): Figure[] => [...falseFindings(), ...power(), ...falseWarnings(), ...namedLosses()]

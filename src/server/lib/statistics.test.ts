import { describe, expect, test } from 'vitest'
import { drawHeldOut } from '../modules/campaigns/campaigns/draw'
import { areLossesUnequal, smallestEffect, smallestLoss } from './studyPower'
import {
  differenceInterval,
  effectiveDraw,
  effectiveRates,
  hasSampleRatioMismatch,
  lostAtOnce,
  meanDifference,
  computeShare,
  wilsonInterval,
  type Rate,
} from './statistics'

const rate = (claiming: number, households: number): Rate => ({ claiming, households })
const rounded = ({ low, high }: { low: number; high: number }) => [low.toFixed(4), high.toFixed(4)]

// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), 857-872:
// table I, method 3.
test.each([
  [81, 263, '0.2553', '0.3662'],
  [15, 148, '0.0624', '0.1605'],
  [0, 20, '0.0000', '0.1611'],
  [1, 29, '0.0061', '0.1718'],
])('Wilson’s interval of %d in %d is %s to %s', (claiming, households, low, high) => {
  expect(rounded(wilsonInterval(rate(claiming, households)))).toEqual([low, high])
})

// R. G. Newcombe, "Interval estimation for the difference between independent proportions", the same volume, 873-890:
// table II, method 10.
test.each([
  [rate(56, 70), rate(48, 80), '0.0524', '0.3339'],
  [rate(9, 10), rate(3, 10), '0.1705', '0.8090'],
  [rate(6, 7), rate(2, 7), '0.0582', '0.8062'],
  [rate(5, 56), rate(0, 29), '-0.0381', '0.1926'],
  [rate(0, 10), rate(0, 20), '-0.1611', '0.2775'],
  [rate(0, 10), rate(0, 10), '-0.2775', '0.2775'],
  [rate(10, 10), rate(0, 20), '0.6791', '1.0000'],
  [rate(10, 10), rate(0, 10), '0.6075', '1.0000'],
])('Newcombe’s interval of %o less %o is %s to %s', (one, other, low, high) => {
  expect(rounded(differenceInterval(one, other))).toEqual([low, high])
})

test('of nobody everything is possible, and nothing is no number', () => {
  expect(computeShare(rate(0, 0))).toBe(0)
  expect(wilsonInterval(rate(0, 0))).toEqual({ low: 0, high: 1 })
  expect(Object.values(differenceInterval(rate(0, 0), rate(3, 10))).every(Number.isFinite)).toBe(true)
  expect(hasSampleRatioMismatch([0, 0], [80, 20])).toBe(false)
})

// By enumeration over all counts in SciPy 1.17, with Newcombe's interval.
test.each([
  [800, 200, 0.1, 0.0782],
  [180, 20, 0.1, 0.2812],
  [800, 200, 0.02, 0.0468],
  [500, 500, 0.6, 0.0846],
])('of arms of %d and %d, at a base of %d, the smallest effect is %d', (contacted, heldOut, base, effect) =>
  expect(smallestEffect(base, [contacted, heldOut])).toBeCloseTo(effect, 3),
)

test('where nothing is large enough, or all claim by themselves, no effect is named', () => {
  expect(smallestEffect(0.5, [3, 2])).toBeNull()
  expect(smallestEffect(1, [800, 200])).toBeNull()
})

// Two-sided, by SciPy 1.17: p = 10^-17, 0.00034, 0.00092, 0.0017, 0.0018 and 1.
test.each([
  [[160, 0], [800, 200], true],
  [[40, 25], [800, 200], true],
  [[0, 11], [500, 500], true],
  [[1, 13], [500, 500], false],
  [[30, 0], [800, 200], false],
  [[0, 0], [0, 0], false],
] as const)('%j lost of %j are unequal: %s', (lost, arms, isUnequal) =>
  expect(areLossesUnequal(lost, arms)).toBe(isUnequal),
)

/** Sums over units of one household each. */
const sumsOf = (values: readonly number[], sizes = values.map(() => 1)) => ({
  units: values.length,
  households: sizes.reduce((sum, size) => sum + size, 0),
  total: values.reduce((sum, value) => sum + value, 0),
  squares: values.reduce((sum, value) => sum + value ** 2, 0),
  bySize: values.reduce((sum, value, index) => sum + value * (sizes[index] ?? 0), 0),
  sizeSquares: sizes.reduce((sum, size) => sum + size ** 2, 0),
})

test('the difference of means is Welch’s', () => {
  // scipy.stats.ttest_ind([0, 0, 0, 50, 20, 70, 0, 30], [0, 10, 0, 0, 25, 0], equal_var=False)
  const { value, low, high } = meanDifference(sumsOf([0, 0, 0, 50, 20, 70, 0, 30]), sumsOf([0, 10, 0, 0, 25, 0]))
  expect([value, low, high].map((one) => one.toFixed(1))).toEqual(['15.4', '-7.9', '38.8'])
})

test('claims of one address count as often as they tell something new', () => {
  const drawnAlone = sumsOf(Array.from({ length: 100 }, (_, index) => (index < 20 ? 1 : 0)))
  expect(effectiveRates([drawnAlone])).toEqual([{ claiming: 20, households: 100 }])
  expect(effectiveDraw(1_000, drawnAlone)).toBe(1_000)
  // Four at each address who claim all or not at all are less than one each, because the addresses are few.
  const together = sumsOf(
    Array.from({ length: 25 }, (_, index) => (index < 5 ? 4 : 0)),
    Array<number>(25).fill(4),
  )
  const [{ claiming, households }] = effectiveRates([together] as const)
  expect(claiming / households).toBeCloseTo(0.2, 10)
  // 25 × (1.96 / 2.064)²: Student's quantile of 24 degrees of freedom.
  expect(households).toBeCloseTo(22.5, 1)
  // What they have in common is known from both arms; where nobody claims in either, all of an address are one.
  const nobody = sumsOf(Array<number>(25).fill(0), Array<number>(25).fill(4))
  expect(effectiveRates([nobody] as const)[0].households).toBeCloseTo(22.5, 1)
  const apart = sumsOf(Array<number>(25).fill(1), Array<number>(25).fill(4))
  expect(effectiveRates([nobody, apart] as const)[0].households).toBeGreaterThan(90)
})

test('where whole addresses leave, their losses are as few as the addresses', () => {
  const ofFour = sumsOf(Array<number>(50).fill(0), Array<number>(50).fill(4))
  expect(lostAtOnce([ofFour])).toBe(4)
  expect(areLossesUnequal([40, 24], [200, 200])).toBe(false)
  expect(areLossesUnequal([0, 20], [200, 200])).toBe(true)
  expect(areLossesUnequal([0, 20], [200, 200], 4)).toBe(false)
  expect(hasSampleRatioMismatch([200, 130], [200, 200])).toBe(true)
  expect(hasSampleRatioMismatch([200, 130], [200, 200], 4)).toBe(false)
})

test('names the loss of one arm that would be warned of in four of five campaigns', () => {
  // 11 of 500 are the fewest that are seen; of as many or more, binomially, 80% are at 2.7%.
  expect(smallestLoss([500, 500])).toBeCloseTo(0.0269, 3)
  expect(smallestLoss([500, 500], 4)).toBeGreaterThan(0.09)
  expect(smallestLoss([3, 2])).toBeNull()
})

/** The same campaigns in every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const CAMPAIGNS = 1_000
const times = (one: (campaign: number) => boolean) =>
  Array.from({ length: CAMPAIGNS }, (_, campaign) => one(campaign)).filter(Boolean).length

describe('of 1,000 simulated campaigns', () => {
  /** A campaign to 500 households drawn as the product does; wards and awards differ in who claims by themselves. */
  function simulate(campaign: number, random: () => number) {
    const effect = random() * 0.1
    const percentage = [10, 20, 50][campaign % 3] ?? 20
    const base = 0.04 + random() * 0.16
    const households = Array.from({ length: 500 }, (_, index) => {
      const ward = Math.floor(random() * 10)
      const award = Math.floor(random() * 4_000)
      const byItself = Math.min(0.9, base * (0.6 + ward / 12 + award / 10_000))
      return { reference: String(index), wardCode: String(ward), award, place: String(index), byItself }
    })
    const heldOut = new Set(drawHeldOut(households, percentage, String(campaign)))
    const isHeldOut = ({ reference }: { reference: string }) => heldOut.has(reference)
    const [arm, others] = [households.filter((one) => !isHeldOut(one)), households.filter(isHeldOut)]
    const claimingOf = (of: typeof households, more: number) =>
      rate(of.filter(({ byItself }) => random() < byItself + more).length, of.length)
    return { contacted: claimingOf(arm, effect), held: claimingOf(others, 0), truth: arm.length * effect }
  }

  test('93 to 97% have the true additional claims within their interval', () => {
    const random = randomOf(1)
    const covered = times((campaign) => {
      const { contacted, held, truth } = simulate(campaign, random)
      const { low, high } = differenceInterval(contacted, held)
      return low * contacted.households <= truth && truth <= high * contacted.households
    })
    expect(covered).toBeGreaterThanOrEqual(930)
    expect(covered).toBeLessThanOrEqual(970)
  })

  /** Sizes of two arms of 5,000 in which each household is left out of the comparison by chance alike. */
  function sizes(random: () => number, share: number, fate: (isHeldOut: boolean) => boolean): [number, number] {
    const arms: [number, number] = [0, 0]
    for (let household = 0; household < 5_000; household++) {
      const isHeldOut = random() < share
      if (random() > 0.05 && !fate(isHeldOut)) arms[isHeldOut ? 1 : 0]++
    }
    return arms
  }

  test.each([0.1, 0.2, 0.5])('at most 3 warn of their arms when only chance is at work (%d held out)', (share) => {
    const random = randomOf(2)
    expect(
      times(() =>
        hasSampleRatioMismatch(
          sizes(random, share, () => false),
          [1 - share, share],
        ),
      ),
    ).toBeLessThanOrEqual(3)
  })

  test.each([0.1, 0.2, 0.5])('at least 990 warn when 3 points of %d are in the wrong arm', (share) => {
    const random = randomOf(3)
    const planned = [5_000 * (1 - share), 5_000 * share] as const
    const found = times(() => {
      // The draw keeps planned sizes exactly; 150 households are then lost from one arm to the other.
      const lost = (size: number) => Array.from({ length: size }, () => random() > 0.05).filter(Boolean).length
      return hasSampleRatioMismatch([lost(planned[0] + 150), lost(planned[1] - 150)], planned)
    })
    expect(found).toBeGreaterThanOrEqual(990)
  })
})

import { describe, expect, it } from 'vitest'
import { DOT_OPACITY, dotOpacity, householdRadius, findZoomStep, type Rgb } from './scales'
import {
  changeColourScale,
  countDomain,
  legendChanges,
  legendCounts,
  legendRates,
  rateColourScale,
  wardColourScale,
  wardLineScale,
} from './wardScales'

const low: Rgb = [255, 240, 224]
const high: Rgb = [179, 71, 0]

describe('the ward scale', () => {
  it('runs over the log of the count, from the least count above zero to the most', () => {
    expect(countDomain([0, 10, 1000, 250])).toEqual([10, 1000])
    const colour = wardColourScale([10, 1000], low, high)
    expect(colour(10)).toEqual(low)
    expect(colour(1000)).toEqual(high)
    // 100 is half way between 10 and 1,000 on a log scale.
    expect(colour(100)).toEqual([217, 156, 112])
  })

  it('has no domain when no ward has households, and one colour when all have as many', () => {
    expect(countDomain([0, 0])).toBeNull()
    expect(wardColourScale([7, 7], low, high)(7)).toEqual([217, 156, 112])
  })
})

describe('rates and changes', () => {
  it('run evenly, a change to either side of none', () => {
    expect(rateColourScale([0.1, 0.3], low, high)(0.2)).toEqual([217, 156, 112])
    const colour = changeColourScale(40, { fewer: [0, 0, 200], same: [200, 200, 200], more: [200, 0, 0] })
    expect([-80, -40, -20, 0, 20, 40].map(colour)).toEqual([
      [0, 0, 200],
      [0, 0, 200],
      [100, 100, 200],
      [200, 200, 200],
      [200, 100, 100],
      [200, 0, 0],
    ])
  })
  it('have legends of even steps', () => {
    expect(legendRates([0.1, 0.4]).map((rate) => rate.toFixed(1))).toEqual(['0.1', '0.2', '0.3', '0.4'])
    expect(legendRates([0.2, 0.2])).toEqual([0.2])
    expect([0, 1, 41].map(legendChanges)).toEqual([[0], [-1, 0, 1], [-41, -21, 0, 21, 41]])
  })
})

describe('the legend', () => {
  it('names the ends exactly and rounds between them', () => {
    expect(legendCounts([12, 5871])).toEqual([12, 95, 750, 5871])
  })
  it('does not repeat itself', () => {
    expect(legendCounts([3, 3])).toEqual([3])
    expect(legendCounts([1, 2])).toEqual([1, 2])
  })
})

describe('opacity', () => {
  const town = (dots: number) => ({ dots, pixels: 0.1 })
  it('lets more light through the more dots lie over each other, so that their density shows', () => {
    const [few, some, many] = [50, 5_000, 100_000].map((dots) => dotOpacity(10, town(dots)))
    expect(few).toBeGreaterThan(150)
    expect(some).toBeLessThan(few ?? 0)
    expect(many).toBeLessThan(some ?? 0)
    expect(dotOpacity(12, town(100_000))).toBeGreaterThan(many ?? 0)
  })
  it('is full for single households: close by, or where there is one', () => {
    expect(dotOpacity(13, town(100_000))).toBe(DOT_OPACITY)
    expect(dotOpacity(10, { dots: 1, pixels: 0 })).toBe(DOT_OPACITY)
    expect(dotOpacity(10, { dots: 0, pixels: 0 })).toBe(DOT_OPACITY)
  })
  it('changes at the zooms that layers tell apart', () => {
    expect([3, 9.9, 10, 11.5, 13, 17].map(findZoomStep)).toEqual([6, 9, 10, 11, 13, 16])
  })
})

describe('sizes', () => {
  it('are larger below zoom 10 than from zoom 10 on', () => {
    const many = { dots: 100_000, pixels: 0.1 }
    const [below, from] = [householdRadius(9.99, many), householdRadius(10, many)]
    expect(below.metres).toBeGreaterThan(from.metres)
    expect(below.minPixels).toBeGreaterThan(from.minPixels)
    expect(wardLineScale(9.99)).toBeGreaterThan(wardLineScale(10))
  })
  it('of dots grow with the room between them, so that a few are found in a whole town', () => {
    const least = (zoom: number, dots: number) => householdRadius(zoom, { dots, pixels: 0.1 }).minPixels
    expect([least(10, 2_500), least(12, 2_500), least(14, 2_500)].map(Math.round)).toEqual([2, 2, 4])
    expect(least(10, 20)).toBe(least(14, 2_500))
    expect(householdRadius(10, { dots: 1, pixels: 0 }).minPixels).toBe(least(10, 20))
  })
})

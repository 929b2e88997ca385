import { describe, expect, it } from 'vitest'
import { placeTooltip } from './MapTooltip'

const size = { width: 200, height: 100 }
const map = { width: 800, height: 600 }

describe('placing the tooltip', () => {
  it('stands above its point, in the middle of it', () => {
    expect(placeTooltip({ x: 400, y: 300 }, size, map)).toEqual({ left: 300, top: 186 })
  })
  it('goes below where there is no room above', () => {
    expect(placeTooltip({ x: 400, y: 60 }, size, map).top).toBe(74)
  })
  it('stays wholly inside the map, wherever its point has gone', () => {
    for (const point of [
      { x: -500, y: -500 },
      { x: 5000, y: 5000 },
      { x: 2, y: 599 },
    ]) {
      const { left, top } = placeTooltip(point, size, map)
      expect(left).toBeGreaterThanOrEqual(8)
      expect(top).toBeGreaterThanOrEqual(8)
      expect(left + size.width).toBeLessThanOrEqual(792)
      expect(top + size.height).toBeLessThanOrEqual(592)
    }
  })
})

import { describe, expect, it, vi } from 'vitest'
import { steerByKey } from './keys'

const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false, altKey: false })
const map = () => ({
  zoomBy: vi.fn(),
  panBy: vi.fn(),
  fit: vi.fn(),
  bounds: vi.fn(),
  place: vi.fn(),
  show: vi.fn(),
  project: vi.fn(),
  unproject: vi.fn(),
})

describe('keys on the map', () => {
  it.each([
    ['ArrowLeft', [-100, 0]],
    ['ArrowRight', [100, 0]],
    ['ArrowUp', [0, -100]],
    ['ArrowDown', [0, 100]],
  ])('%s pans', (name, [x, y]) => {
    const controls = map()
    expect(steerByKey(key(name), controls)).toBe(true)
    expect(controls.panBy).toHaveBeenCalledWith(x, y)
  })
  it.each([
    ['+', 1],
    ['=', 1],
    ['-', -1],
  ])('%s zooms', (name, levels) => {
    const controls = map()
    steerByKey(key(name), controls)
    expect(controls.zoomBy).toHaveBeenCalledWith(levels)
  })
  it('leaves other keys, and keys with Ctrl, to the browser', () => {
    const controls = map()
    expect(steerByKey(key('+', true), controls)).toBe(false)
    expect(steerByKey(key('Tab'), controls)).toBe(false)
    expect(controls.zoomBy).not.toHaveBeenCalled()
  })
})

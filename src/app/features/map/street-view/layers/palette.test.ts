import { describe, expect, it } from 'vitest'
import { parseHex } from './palette'

describe('colours of tokens', () => {
  it('are read in both forms that the build may write', () => {
    expect(parseHex(' #e5367f')).toEqual([229, 54, 127])
    expect(parseHex('#fff')).toEqual([255, 255, 255])
    expect(parseHex('#1a2')).toEqual([17, 170, 34])
  })
  it('are black where there is none', () => {
    expect(parseHex('')).toEqual([0, 0, 0])
    expect(parseHex('rgb(1 2 3)')).toEqual([0, 0, 0])
  })
})

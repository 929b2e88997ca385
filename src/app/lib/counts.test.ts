import { describe, expect, it, vi } from 'vitest'
import { figure, figureWriter } from './counts'

it('writes numbers as the browser does for British readers', () => {
  const counts = [0, -0, 7, 999, 1000, 1001, 96_252, 100_000, 1_000_000, 1_002_003, -1234, -999_999, 1234.5, 1e15]
  expect(counts.map(figure)).toEqual(counts.map((count) => new Intl.NumberFormat('en-GB').format(count + 0)))
})

it('writes whole numbers without the browser’s language data, which it loads for others', async () => {
  vi.resetModules()
  const asked = vi.fn<() => void>()
  const NumberFormat = class extends Intl.NumberFormat {
    constructor(locale: string) {
      super(locale)
      asked()
    }
  }
  vi.stubGlobal('Intl', { NumberFormat })
  const counts = await import('./counts')
  counts.figure(96_252)
  expect(asked).not.toHaveBeenCalled()
  counts.figure(0.5)
  expect(asked).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

describe('a figure between the ends of a range', () => {
  it('is written as both ends are', () => {
    const money = figureWriter({ value: -500, displayName: '-£500' }, { value: 2000, displayName: '£2,000' })
    expect([-500, -1, 0, 1234, 2000].map(money)).toEqual(['-£500', '-£1', '£0', '£1,234', '£2,000'])
    const age = figureWriter({ value: 16, displayName: '16 years' }, { value: 105, displayName: '105 years' })
    expect(age(40)).toBe('40 years')
  })

  it('does not take from one end what the other has not', () => {
    const savings = figureWriter({ value: 0, displayName: '£0' }, { value: 50000, displayName: '£50,000 or more' })
    expect([0, 16000, 50000].map(savings)).toEqual(['£0', '£16,000', '£50,000 or more'])
  })

  it('is a plain number where the ends are', () => {
    expect(figureWriter({ value: 0, displayName: '0' }, { value: 9000, displayName: '9,000' })(1500)).toBe('1,500')
  })
})

import { describe, expect, it } from 'vitest'
import { newSinceValue, overTimeInWords, readNewSince } from './overTime'

describe('values of the filters over time', () => {
  it.each([
    ['2026-09-01:household:', 'September 2026: in the data'],
    ['2026-09-01:unclaimed:free_school_meals', 'September 2026: may claim free school meals'],
    ['2026-09-01:claiming:pension_credit', 'September 2026: claims Pension Credit'],
  ])('%s is read and written alike, as “%s”', (value, words) => {
    const read = readNewSince(value)
    expect(read && newSinceValue(read)).toBe(value)
    expect(overTimeInWords('new_since', value)).toBe(words)
  })

  it.each([
    '',
    '2026-09:household:',
    '2026-09-01:household:pension_credit',
    '2026-09-01:claiming:',
    '2026-09-01:claiming:custom',
    '2026-09-01:household::x',
  ])('%j is none', (value) => expect(readNewSince(value)).toBeUndefined())

  it('of those who wait name the benefit and the days', () => {
    expect(overTimeInWords('still_waiting', 'pension_credit')).toBe('Pension Credit, 60 days after')
    expect(overTimeInWords('still_waiting', 'pension_credit:12')).toBe('Pension Credit, 60 days after campaign 12')
    expect(overTimeInWords('still_waiting', 'pension_credit:')).toBeUndefined()
    expect(overTimeInWords('still_waiting', 'custom')).toBeUndefined()
    expect(overTimeInWords('tenure', 'pension_credit')).toBeUndefined()
  })
})

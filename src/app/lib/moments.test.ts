import { expect, onTestFinished, test, vi } from 'vitest'
import { longDate } from './moments'

test.each(['Pacific/Auckland', 'America/Los_Angeles'])(
  'a moment is shown in United Kingdom time, in %s too',
  async (zone) => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('TZ', zone)
    vi.resetModules()
    const { formatDay, formatMoment, formatTime } = await import('./moments')
    expect(formatMoment('2026-11-21T04:30:00.000Z')).toBe('21 Nov 2026, 04:30')
    expect(formatMoment('2026-08-31T23:30:00.000Z')).toBe('1 Sept 2026, 00:30')
    expect(formatTime(Date.parse('2026-08-31T23:30:00.000Z'))).toBe('00:30')
    expect(formatDay('2026-08-31T23:30:00.000Z')).toBe('1 September 2026')
  },
)

test('a day is written in full', () => {
  expect([longDate('2026-10-01'), longDate('2027-02-28'), longDate('')]).toEqual([
    '1 October 2026',
    '28 February 2027',
    '',
  ])
})

import { expect, test } from 'vitest'
import { nextOpening } from './sendingHours'

const DAYTIME = { send_from: 8, send_until: 20, send_on_sundays: false }

test.each([
  ['a Tuesday at noon', '2026-11-24T12:00:00Z', null],
  ['its first minute', '2026-11-24T08:00:00Z', null],
  ['its last minute', '2026-11-24T19:59:59Z', null],
  ['the evening', '2026-11-24T20:00:00Z', '2026-11-25T08:00:00.000Z'],
  ['the night', '2026-11-24T00:13:00Z', '2026-11-24T08:00:00.000Z'],
  ['Saturday evening', '2026-11-21T21:30:00Z', '2026-11-23T08:00:00.000Z'],
  ['Sunday noon', '2026-11-22T12:00:00Z', '2026-11-23T08:00:00.000Z'],
  // Eight o'clock in summer time.
  ['a summer morning', '2026-07-14T06:30:00Z', '2026-07-14T07:00:00.000Z'],
  ['the Sunday on which clocks go back', '2026-10-25T03:00:00Z', '2026-10-26T08:00:00.000Z'],
])('from %s', (_when, now, opens) => {
  expect(nextOpening(DAYTIME, new Date(now))?.toISOString() ?? null).toBe(opens)
})

test('without a window messages go out at once', () => {
  const always = { send_from: 0, send_until: 24, send_on_sundays: true }
  expect(nextOpening(always, new Date('2026-11-22T00:13:00Z'))).toBeNull()
})

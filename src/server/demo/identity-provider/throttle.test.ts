import { expect, test } from 'vitest'
import { createThrottle } from './throttle'

const QUARTER_OF_AN_HOUR = 15 * 60 * 1000

test('an address waits after ten wrong passwords, in whatever case, until a quarter of an hour has passed', () => {
  let now = 0
  const throttle = createThrottle(() => now)
  for (let failure = 0; failure < 9; failure++) throttle.countFailure('ann@a.example')
  expect(throttle.mustWait('ann@a.example')).toBe(false)
  throttle.countFailure('ANN@a.example')
  expect(throttle.mustWait('Ann@a.example')).toBe(true)
  expect(throttle.mustWait('bob@a.example')).toBe(false)
  now = QUARTER_OF_AN_HOUR + 1
  expect(throttle.mustWait('ann@a.example')).toBe(false)
})

test('made-up addresses cannot fill the memory', () => {
  const throttle = createThrottle(() => 0)
  for (let failure = 0; failure < 10; failure++) throttle.countFailure('first@a.example')
  for (let address = 0; address < 10_000; address++) throttle.countFailure(`${address}@a.example`)
  expect(throttle.mustWait('first@a.example')).toBe(false)
})

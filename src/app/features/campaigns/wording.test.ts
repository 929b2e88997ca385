import { expect, test } from 'vitest'
import { BENEFIT_NAMES } from '#contract/campaigns'
import { benefitNameOf, channelNameOf, channelWord, longDate, typeTitle, underscoresAsSpaces } from './wording'

test('a type is its title on screen and its snake case on the wire', () => {
  for (const name of BENEFIT_NAMES) expect(benefitNameOf(typeTitle(name))).toBe(name)
  expect(typeTitle('attendance_allowance')).toBe('Attendance Allowance')
  expect(benefitNameOf('Winter Fuel')).toBeNull()
  expect(benefitNameOf('')).toBeNull()
})

test('a channel is Letter or SMS', () => {
  expect(channelWord('print_and_post')).toBe('Letter')
  expect(channelWord('sms')).toBe('SMS')
  expect(channelNameOf('Letter')).toBe('print_and_post')
  expect(channelNameOf('SMS')).toBe('sms')
  expect(channelNameOf('Email')).toBeNull()
})

test('underscores are spaces in the list', () => {
  expect(underscoresAsSpaces('free_school_meals')).toBe('free school meals')
})

test('dates are long', () => {
  expect(longDate('2026-10-01')).toBe('1 October 2026')
  expect(longDate('2026-12-31T23:30:00.000Z')).toBe('31 December 2026')
  expect(longDate('')).toBe('')
})

import { expect, test } from 'vitest'
import { BENEFIT_NAMES } from '#contract/households/benefits'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { benefitNameOf, channelNameOf, typeTitle, underscoresAsSpaces } from './wording'

test('a type is its title on screen and its snake case on the wire', () => {
  for (const name of BENEFIT_NAMES) expect(benefitNameOf(typeTitle(name))).toBe(name)
  expect(typeTitle('attendance_allowance')).toBe('Attendance Allowance')
  expect(benefitNameOf('Winter Fuel')).toBeNull()
  expect(benefitNameOf('')).toBeNull()
})

test('a channel is Letter or SMS', () => {
  expect(CHANNEL_WORDS).toEqual({ print_and_post: 'Letter', sms: 'SMS' })
  expect(channelNameOf('Letter')).toBe('print_and_post')
  expect(channelNameOf('SMS')).toBe('sms')
  expect(channelNameOf('Email')).toBeNull()
})

test('underscores are spaces in the list', () => {
  expect(underscoresAsSpaces('free_school_meals')).toBe('free school meals')
})

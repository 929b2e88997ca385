import { expect, test } from 'vitest'
import { BENEFIT_NAMES } from '#contract/households/benefits'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { readBenefitName, readChannelName, typeTitle, underscoresAsSpaces } from './wording'

test('a type is its title on screen and its snake case on the wire', () => {
  for (const name of BENEFIT_NAMES) expect(readBenefitName(typeTitle(name))).toBe(name)
  expect(typeTitle('attendance_allowance')).toBe('Attendance Allowance')
  expect(readBenefitName('Winter Fuel')).toBeNull()
  expect(readBenefitName('')).toBeNull()
})

test('a channel is Letter or SMS', () => {
  expect(CHANNEL_WORDS).toEqual({ print_and_post: 'Letter', sms: 'SMS' })
  expect(readChannelName('Letter')).toBe('print_and_post')
  expect(readChannelName('SMS')).toBe('sms')
  expect(readChannelName('Email')).toBeNull()
})

test('underscores are spaces in the list', () => {
  expect(underscoresAsSpaces('free_school_meals')).toBe('free school meals')
})

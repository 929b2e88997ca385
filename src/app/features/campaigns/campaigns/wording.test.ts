import { expect, test } from 'vitest'
import { BENEFIT_NAMES } from '#contract/households/benefits'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { readBenefitName, readChannelName, sharedNumbersWord, typeTitle, underscoresAsSpaces } from './wording'

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

test('shared numbers are said with their households, and with the most on one where there are several', () => {
  expect(sharedNumbersWord({ numbers: 1, households: 3, most: 3 })).toBe('1 mobile number is shared by 3 households')
  expect(sharedNumbersWord({ numbers: 1161, households: 18_019, most: 112 })).toBe(
    '1,161 mobile numbers are shared by 18,019 households, at most 112 on one number',
  )
})

test('underscores are spaces in the list', () => {
  expect(underscoresAsSpaces('free_school_meals')).toBe('free school meals')
})

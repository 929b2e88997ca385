import { expect, test } from 'vitest'
import { findNamedBenefits, findOtherBenefits, warnOfOtherBenefits, warnOfText } from './namedBenefits'

test.each([
  ['Claim Pension  Credit, please', ['pension_credit']],
  ['PENSION CREDITS', ['pension_credit']],
  ['See gov.uk/pension-credit.', ['pension_credit']],
  ['Hawliwch Gredyd\nPensiwn', ['pension_credit']],
  ['Ask about PC.', ['pension_credit']],
  ['a pension and credit', []],
  ['Apply at healthystart.nhs.uk', ['healthy_start']],
  ['help gan Gychwyn Iach', ['healthy_start']],
  ['Attendance\u00a0Allow\u00adance', ['attendance_allowance']],
  ['Lwfans Gweini', ['attendance_allowance']],
  ['your AA form', ['attendance_allowance']],
  ['AAA, aa and SPC', []],
  ['free school meals, or FSM', ['free_school_meals']],
  ['a phrydau ysgol am ddim', ['free_school_meals']],
  ['Pension Credit and Healthy Start', ['pension_credit', 'healthy_start']],
  ['Ring us about benefits.', []],
  ['You may get ((Benefit)), as those on Pension Credit do.', []],
])('%s names %j', (message, named) => {
  expect(findNamedBenefits(message)).toEqual(named)
})

test('a message is warned of where it names others in place of its own', () => {
  const meals = 'Healthy Start comes with free school meals'
  expect(warnOfText('You may get Pension Credit.', 'healthy_start')).toBe(
    'It names Pension Credit and not Healthy Start, which is the campaign type. Check that it is the right message.',
  )
  expect(warnOfText(meals, 'pension_credit')).toContain(
    'names Healthy Start and Free School Meals and not Pension Credit',
  )
  expect(warnOfText(meals, 'healthy_start')).toBeNull()
  expect(warnOfText('Ring us.', 'healthy_start')).toBeNull()
  expect(warnOfText('You may get Pension Credit.', 'custom')).toBeNull()
  // The second language alone is wrong.
  const others = findOtherBenefits([['healthy_start'], ['pension_credit']], 'healthy_start')
  expect(warnOfOtherBenefits(others, 'healthy_start')).toContain('Pension Credit and not Healthy Start')
})

test('a message for every campaign type that names one benefit is told to have that type', () => {
  expect(warnOfText('You may get Pension Credit.', null)).toContain('Give it that type')
  expect(warnOfText('Pension Credit or Attendance Allowance', null)).toBeNull()
})

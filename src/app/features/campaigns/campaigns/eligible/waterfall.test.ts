import { expect, test } from 'vitest'
import { amountStep, waterfallSteps, welshStep } from './waterfall'

const reply = {
  eligible_household_count: 20,
  is_rounded: false,
  unclaimed: null,
  by_channel: null,
  by_language: null,
  by_letter_count: 0,
  held_out_count: 0,
  same_number_count: 0,
  shared_numbers: null,
  often_contacted_count: 0,
  digitally_excluded_count: 0,
  with_amount_count: 20,
  waterfall: {
    matching_filters: 100,
    fits_benefit: 60,
    reachable: 40,
    not_do_not_contact: 40,
    not_contacted_recently: 20,
  },
}

test('households that another campaign holds out have a step of their own', () => {
  const steps = waterfallSteps(
    { ...reply, held_out_count: 15 },
    { benefit: 'pension_credit', channel: 'sms', stagger: 3, withoutMobile: false, excludedByLetter: false },
  )
  expect(steps.slice(2).map(({ name, households, leftOut }) => [name, households, leftOut])).toEqual([
    ['Not marked do-not-contact', 40, 0],
    ['Not held out by another campaign', 25, 15],
    ['Not contacted in the previous 3 months', 20, 5],
  ])
})

test('households that the text of another stands for have a step of their own, after all others', () => {
  const steps = waterfallSteps(
    { ...reply, same_number_count: 8 },
    { benefit: 'pension_credit', channel: 'sms', stagger: 0, withoutMobile: false, excludedByLetter: false },
  )
  expect(steps.at(-1)).toEqual({ name: 'The first household of each mobile number', households: 12, leftOut: 8 })
})

test('each condition says how many it leaves and how many it leaves out', () => {
  const steps = waterfallSteps(reply, {
    benefit: 'pension_credit',
    channel: 'sms',
    stagger: 3,
    withoutMobile: false,
    excludedByLetter: false,
  })
  expect(steps.map(({ name, households, leftOut }) => [name, households, leftOut])).toEqual([
    ['Eligible for Pension Credit and not claiming it', 60, 0],
    ['A valid UK mobile number is known', 40, 20],
    ['Not marked do-not-contact', 40, 0],
    ['Not contacted in the previous 3 months', 20, 20],
  ])
})

test('digital exclusion that picks the letter is a step of texts, and in the words of the letters', () => {
  const choices = { benefit: 'pension_credit', stagger: 0, excludedByLetter: true } as const
  const texts = waterfallSteps({ ...reply, by_letter_count: 7 }, { ...choices, channel: 'sms', withoutMobile: false })
  expect(texts.slice(0, 3).map(({ name, households, leftOut }) => [name, households, leftOut])).toEqual([
    ['Eligible for Pension Credit and not claiming it', 60, 0],
    ['A valid UK mobile number is known', 47, 13],
    ['Not at a high risk of digital exclusion', 40, 7],
  ])
  const letters = waterfallSteps(reply, { ...choices, channel: 'print_and_post', withoutMobile: true })
  expect(letters[0]?.name).toBe(
    'Eligible for Pension Credit and not claiming it, without a mobile or at a high risk of digital exclusion',
  )
})

test('the words follow the campaign', () => {
  const names = (stagger: number) =>
    waterfallSteps(reply, {
      benefit: 'custom',
      channel: 'print_and_post',
      stagger,
      withoutMobile: true,
      excludedByLetter: false,
    }).map(({ name }) => name)
  expect(names(0)).toEqual([
    'Custom: the filters alone decide, and no text can reach them',
    'A full postal address is known',
    'Not marked do-not-contact',
    'Households already contacted are included',
  ])
  expect(names(1).at(-1)).toBe('Not contacted in the previous month')
})

test.each([
  ['none chosen', {}, ['Of these, prefer Cymraeg', 4]],
  ['for those who prefer it', { translationId: 7 }, ['Of these, prefer Cymraeg and get it', 4]],
  ['for everybody', { translationId: 7, translatedFor: 'everybody' }, ['Of these, in both languages', 20]],
] as const)('the switch of language is a step: %s', (_what, draft, [name, households]) => {
  expect(welshStep(draft, { ...reply, by_language: { en: 16, cy: 4 } })).toEqual({ name, households, leftOut: 0 })
})

test('without anybody who prefers it, or where the role is not told, there is no such step', () => {
  expect(welshStep({}, { ...reply, by_language: { en: 20, cy: 0 } })).toBeNull()
  expect(welshStep({ translationId: 7 }, reply)).toBeNull()
})

test('households without a sure amount are a step of their own, where there are any and the role may know', () => {
  expect(amountStep({ ...reply, with_amount_count: 17 })).toEqual({
    name: 'The council’s data are sure of an amount. A message with ((amount)) goes only to these',
    households: 17,
    leftOut: 0,
  })
  expect(amountStep(reply)).toBeNull()
  expect(amountStep({ ...reply, with_amount_count: null })).toBeNull()
})

import { describe, expect, test } from 'vitest'
import { isWebAlone, readingAge, syllablesIn } from './plainEnglish'

describe('Syllables', () => {
  const WORDS = {
    1: 'the you free claimed bills milk phone ring help asked week school through stopped',
    2: 'pension credit money letter needed after children income council wanted housing notice',
    3: 'attendance allowance benefit telephone energy pensioner',
    4: 'application information',
  }
  const cases = Object.entries(WORDS).flatMap(([count, words]) =>
    words.split(' ').map((word) => [word, Number(count)] as const),
  )
  test.each(cases)('%s: %d', (word, count) => {
    expect(syllablesIn(word)).toBe(count)
  })
})

describe('Reading age', () => {
  const EASY =
    'You may get more money each week. It is free to ask. Ring us on ((phone)). We can help you to fill in the form.'
  const HARD =
    'Following administrative verification of your household’s circumstances, it has been determined that your entitlement to additional financial assistance may necessitate the submission of supplementary documentation to the authority.'

  test('of plain words is low, of official ones high', () => {
    expect(readingAge(EASY)).toBeLessThanOrEqual(7)
    expect(readingAge(HARD)).toBeGreaterThan(18)
  })

  test('does not count addresses, numbers and what is filled in', () => {
    const letter = `((first_name)) ((last_name))\n((address_line_1))\nAdministrative Headquarters\n${EASY}\n0800 99 1234 https://northmere.example/entitlement`
    expect(readingAge(letter)).toBe(readingAge(EASY))
  })

  test.each([
    ['few words', 'You may get more money.'],
    [
      'Welsh',
      'Efallai eich bod yn colli Credyd Pensiwn a help gyda biliau eraill. Hawliwch am ddim heddiw. Am help, neu i atal y negeseuon, ffoniwch ni ar y rhif hwn bob dydd.',
    ],
  ])('is not said of %s', (_what, text) => {
    expect(readingAge(text)).toBeNull()
  })
})

test.each([
  ['Claim at www.gov.uk/pension-credit', true],
  ['Claim at HTTPS://northmere.example', true],
  ['Claim at northmere.gov.uk.', true],
  ['Claim at gov.uk or ring 0800 99 1234', false],
  ['Claim at gov.uk or ring +44 (0)161 496 0000', false],
  ['Claim at gov.uk or ring ((Phone))', false],
  ['Claim at gov.uk by 01/12/2026', true],
  ['Come to the town hall. ((privacy_notice))', false],
])('%s: a web address alone? %s', (text, isAlone) => {
  expect(isWebAlone(text)).toBe(isAlone)
})

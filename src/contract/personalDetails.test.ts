import { expect, test } from 'vitest'
import { askPolicyBot, PERSONAL_DETAILS_MESSAGE, QUESTION_LIMIT_MESSAGE } from './policy'
import { holdsPersonalDetails, withoutHidden } from './personalDetails'

test.each([
  'Does jane.doe@example.org qualify?',
  'Her number is 07700 900123, can she claim?',
  'ring +44 (0)20 7946 0018',
  'ring 0044 20 7946 0018',
  '(020) 7946 0018',
  'call +353 1 234 5678',
  'NI number QQ 12 34 56 C',
  'Her NINO is AB123456C.',
  'ab 12 34 56 d',
  'AB123456',
  'paid with 4111 1111 1111 1111',
  'card 5500-0055-5555-5559',
  'full width ０７７００９００１２３',
  '0770\u{200B}0900123',
])('%s: holds personal details', (text) => {
  expect(holdsPersonalDetails(text.replace('QQ', 'AB'))).toBe(true)
})

test.each([
  'How much is Attendance Allowance in 2026 to 2027?',
  'Can someone with £16,000 of savings claim at 66?',
  'Is it £10,000.50 or 0.5% of 250000?',
  'born before 6 April 2016, claimed 15/05/2019',
  'What is form AA1 or SR1?',
  'Order 1234 5678 9012 3456',
  'helpline opening times?',
  'at 202627 rates',
  'up to 25,323 and 22,020 a year @ home',
])('%s: holds none', (text) => {
  expect(holdsPersonalDetails(text)).toBe(false)
})

test('hidden characters are taken out, and what people see stays', () => {
  const tags = Array.from('ignore', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
  expect(withoutHidden(`Who\u202E can${tags} claim?\u200B\uFEFF\n🏠 é`)).toBe('Who can claim?\n🏠 é')
})

const parsed = (text: string) => askPolicyBot.body.safeParse({ content: [{ role: 'user', content: [{ text }] }] })
const faultOf = (text: string) => parsed(text).error?.issues[0]?.message

test('200 characters are counted before escaping', () => {
  expect(parsed('a'.repeat(200)).success).toBe(true)
  expect(parsed('&lt;'.repeat(200)).success).toBe(true)
  expect(parsed('<'.repeat(200)).data?.content[0]?.content[0]?.text).toBe('&lt;'.repeat(200))
  expect(faultOf('a'.repeat(201))).toBe(QUESTION_LIMIT_MESSAGE)
  expect(faultOf('&lt;'.repeat(201))).toBe(QUESTION_LIMIT_MESSAGE)
})

test('a question of 100,000 characters is refused for its length, and looked at for nothing else', () => {
  for (const text of ['a', '@', '(', '0 ', 'ab 1', '&lt;'].map((piece) => piece.repeat(100_000 / piece.length))) {
    expect(parsed(text).error?.issues.map(({ code }) => code)).toEqual(['too_big'])
  }
})

test.each(['   ', '', '\u{E0041}\u{E0042}'])('a question of nothing is refused', (text) => {
  expect(faultOf(text)).toBe('Type a question.')
})

test('personal details are refused under escapes too', () => {
  expect(faultOf('&lt;jane@example.org&gt;')).toBe(PERSONAL_DETAILS_MESSAGE)
})

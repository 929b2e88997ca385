import { expect, test } from 'vitest'
import { askAssistant, PERSONAL_DETAILS_MESSAGE, QUESTION_LIMIT_MESSAGE } from './assistant'
import { holdsPersonalDetails, withoutHidden } from './personalDetails'

test.each([
  'Does jane.doe@example.org qualify?',
  'her email is jean dot smith at gmail dot com',
  'write to jean.smith at example dot co dot uk',
  'it is jsmith gmail dot com',
  'John born 3/4/1948 has £12,000, can he get it?',
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
  'Mrs Khan of 112 Firs Drive, can she claim?',
  'Paul Khan WA14 4UU attendance allowance',
  'Paul Khan, 9/11/1950, Pension Credit?',
  'does she, Aisha O’Connor, born 2 May 1944, qualify',
  'mr roberts flat 3 on UC',
  'arjun roberts born 01.02.1951',
  'DOB 1-2-51, AA?',
  'lives at 169 grove street',
  '112 Firs Drive South',
  'her NHS number is 943 476 5919',
  'chi 0101010004',
  'NHS number 943 476 5918, mistyped',
  'the card 4929 1234 5678 9012 was charged',
  'Mrs Gwen Pritchard, ganwyd 2 Mai 1944',
  'dyddiad geni 2 Rhagfyr 1944',
  '943-476-5919 on AA',
  'sort code 20-00-00, account 55779911',
  '20 00 00 / 5577 9911',
  'account number: 55779911',
  'GB29 NWBK 6016 1331 9268 19',
  'Is TRA-0000001 claiming?',
  'household tra0000001',
  'TRA 0000001?',
  'A-1042 went onto UC',
])('%s: holds personal details', (text) => {
  expect(holdsPersonalDetails(text)).toBe(true)
})

test.each([
  'How much is Attendance Allowance in 2026 to 2027?',
  'Can someone with £16,000 of savings claim at 66?',
  'Is it £10,000.50 or 0.5% of 250000?',
  'born before 6 April 2016, claimed 15/05/2019',
  'What is form AA1 or SR1?',
  'Look at healthystart.nhs.uk or at GOV.UK?',
  'Is it at gov dot uk?',
  'Women born 6 April 1951',
  'Order 1234 5678 9012 3456',
  'helpline opening times?',
  'at 202627 rates',
  'up to 25,323 and 22,020 a year @ home',
  'Is 0800 99 1234 the Pension Credit line, or 0300 330 7010?',
  'Someone with £14,000 savings, £238 a week',
  'reached State Pension age before 6 April 2016',
  'he was born 6 April 1951 and she was born on 3 May 1953',
  'a first child born before 6 April 2017',
  'Is Mrs Khan right that Pension Credit is £238.00?',
  'Universal Credit in Greater Manchester from 15 May 2019',
  'Carer Support Payment, Scottish Regulations 2026/170',
  '2 people street homeless, 16 hours a week',
  'Does form ESA50 or UC50 or PIP2 go with it in 2026-27?',
  '943 476 5918 with a wrong digit',
  'miss out on UC-2026 or AA-2027',
  'on 3 nights of the week she sleeps on the street',
  'Tell me about Jane Smith and Lone Pensioner Allowance',
])('%s: holds none', (text) => {
  expect(holdsPersonalDetails(text)).toBe(false)
})

test('hidden characters are taken out, and what people see stays', () => {
  const tags = Array.from('ignore', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
  expect(withoutHidden(`Who\u202E can${tags} claim?\u200B\uFEFF\n🏠 é`)).toBe('Who can claim?\n🏠 é')
})

const parsed = (text: string) => askAssistant.body.safeParse({ content: [{ role: 'user', content: [{ text }] }] })
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

import { expect, test } from 'vitest'
import { computeBills, computePence, rateOn, type Charge } from './notifyRates'

const charge = (change: Partial<Charge>): Charge => ({
  ...{ campaignId: 1, what: 'sms', day: '2026-11-22', units: 1, messages: 1 },
  ...change,
})
const billOf = (charges: readonly Charge[], freeTexts = 0) => {
  const bill = computeBills(charges, freeTexts).get(1)
  return bill && { ...bill, pence: computePence(bill.tenths) }
}

test('texts cost by segments, to the penny', () => {
  // 7 segments of 2.4p are 16.8p.
  const texts = [charge({ messages: 3 }), charge({ units: 2, messages: 2 })]
  expect(billOf(texts)).toMatchObject({ messages: 5, units: 7, freeUnits: 0, pence: 17, ratesFrom: '2026-04-01' })
})

test.each([
  ['second', '2026-11-22', 300 * 73 + 48 * 77 + 91],
  ['first', '2026-11-22', 300 * 156 + 48 * 161 + 176],
  ['first', '2026-04-06', 300 * 149 + 48 * 153 + 167],
  // 300 × 63.8p, 48 × 68.4p and 82.3p are 22,505.5p.
  ['economy', '2026-11-22', 22_506],
  ['economy', '2026-06-30', 300 * 64 + 48 * 69 + 82],
] as const)('letters go %s class by sheets and the rates of %s', (what, day, pence) => {
  const letters = [
    charge({ what, day, messages: 300 }),
    charge({ what, day, units: 2, messages: 48 }),
    charge({ what, day, units: 5 }),
  ]
  expect(billOf(letters, 10_000)).toMatchObject({ messages: 349, units: 401, freeUnits: 0, pence })
})

test('the year’s free texts go to the first ones sent, and come again in April', () => {
  const others = charge({ campaignId: 2, day: '2026-05-01', messages: 8 })
  // 2 of 10 are left for it.
  expect(billOf([others, charge({ units: 3 })], 10)).toMatchObject({ units: 3, freeUnits: 2, pence: 2 })
  expect(billOf([others, charge({ day: '2027-04-01', units: 3 })], 10)).toMatchObject({ freeUnits: 3, pence: 0 })
})

test('a rate holds from its day on', () => {
  expect(['2026-03-31', '2026-04-01'].map((day) => rateOn('sms', 1, day).tenths)).toEqual([23.3, 24])
})

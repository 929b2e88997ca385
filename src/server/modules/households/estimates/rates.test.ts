import { expect, test } from 'vitest'
import { describeBasis, ratesAt } from './rates'
import { RATES_2026 } from './rates2026'

const NEXT = { ...RATES_2026, taxYear: '2027 to 2028', from: '2027-04-06', until: '2028-04-05' }
/** In summer time: an hour before London's midnight, and midnight. */
const [fifth, sixth] = [new Date('2027-04-05T22:59:59Z'), new Date('2027-04-05T23:00:00Z')]

test('from 6 April the rates of the year before say so', () => {
  expect(describeBasis(ratesAt(fifth), fifth)).toMatchObject({ year: '2026 to 2027', warning: null })
  const { year, warning } = describeBasis(ratesAt(sixth), sixth)
  expect(year).toBe('2026 to 2027')
  expect(warning).toContain('Last year’s rates, of 2026 to 2027')
})

test('a second year stands beside the first from the day it is published, and is used from 6 April', () => {
  const published = [RATES_2026, NEXT] as const
  expect([fifth, sixth].map((moment) => ratesAt(moment, published).taxYear)).toEqual(['2026 to 2027', '2027 to 2028'])
  expect(describeBasis(ratesAt(sixth, published), sixth).warning).toBeNull()
})

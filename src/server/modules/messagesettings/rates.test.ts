import { expect, test } from 'vitest'
import { costOf } from './rates'

test('texts cost by segments, letters by sheets, to the penny', () => {
  const texts = [
    { units: 1, messages: 3 },
    { units: 2, messages: 2 },
  ]
  // 7 segments of 2.4p are 16.8p.
  expect(costOf('sms', texts, '2026-11-22')).toEqual({ messages: 5, units: 7, pence: 17, ratesFrom: '2026-04-01' })
  const letters = [
    { units: 1, messages: 300 },
    { units: 2, messages: 48 },
    { units: 5, messages: 1 },
  ]
  // 300 × 73p, 48 × 77p and 91p.
  expect(costOf('print_and_post', letters, '2026-11-22')).toEqual({
    messages: 349,
    units: 401,
    pence: 25_687,
    ratesFrom: '2026-01-05',
  })
  expect(costOf('sms', texts, '2026-03-31').ratesFrom).toBe('2025-04-01')
})

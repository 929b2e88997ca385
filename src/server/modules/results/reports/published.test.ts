import { expect, test } from 'vitest'
import { SMALL } from '../../../lib/rounding'
import { shownCost } from './published'

test.each([
  [0, 40, '£0'],
  [249, 40, 'under £10'],
  [2_040, 30, '£20'],
  [249, SMALL, '*'],
] as const)('messages that cost %i pence, to %s households, are shown as %s', (pence, contacted, shown) => {
  expect(shownCost(pence, contacted)).toBe(shown)
})

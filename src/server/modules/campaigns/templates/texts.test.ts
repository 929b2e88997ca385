import { expect, test } from 'vitest'
import { abbreviateToSenderId } from './texts'

test.each([
  ['Northmere Borough Council', 'Northmere'],
  ['Cyngor Glanmor', 'Glanmor'],
  ['Cyngor Brynmôr', 'Brynmor'],
  ['Trafford', 'Trafford'],
  ['The Council', 'The Council'],
  ['Kingston upon Hull City Council', 'Kingston'],
])('texts of %s come from %s', (organisation, sender) => {
  expect(abbreviateToSenderId(organisation)).toBe(sender)
})

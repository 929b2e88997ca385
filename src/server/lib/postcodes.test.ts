import { expect, test } from 'vitest'
import { isPostcode, ukPostcode } from './postcodes'

test.each([
  ['SW1A 1AA', 'SW1A 1AA'],
  ['sw1a1aa', 'SW1A 1AA'],
  ['M1 1AE', 'M1 1AE'],
  ['so14\u00A06wb', 'SO14 6WB'],
  ['s\u200Bo14\u202F6\u2060wb\r\n', 'SO14 6WB'],
  ['\tLD60 1AB', 'LD60 1AB'],
  ['EC1A 1BB', 'EC1A 1BB'],
  ['W1A 0AX', 'W1A 0AX'],
  ['BF1 3AA', 'BF1 3AA'],
  ['BX1 1LT', 'BX1 1LT'],
  ['JE2 3NN', 'JE2 3NN'],
  ['im1 1aa', 'IM1 1AA'],
])('the postcode %j', (text, postcode) => {
  expect(ukPostcode(text)).toBe(postcode)
})

test.each(
  [
    ['', 'none', '12345', 'N5', 'SW1A', 'SW1A 1A', 'SW1A 1AAA', 'SW1AA 1AA', 'SO144 6WB'],
    // Areas that Royal Mail does not have, or no longer, or that are abroad.
    [
      'NF1 1AA',
      'NM1 1AA',
      'ZZ1 1AA',
      'QQ1 1AA',
      'GIR0AA',
      'GIR 0AA',
      'GX111AA',
      'GX11 1AA',
      'AI-2640',
      'BFPO 57',
      'A1 1AA',
    ],
    // Letters that no last part has, marks, and digits of other alphabets.
    [
      'SW1A 1AC',
      'SW1A 1AI',
      'SW1A 1AK',
      'SW1A 1AM',
      'SW1A 1AO',
      'SW1A 1AV',
      'SW1A-1AA',
      'SW1A.1AA',
      'SW1A 1AA.',
      'ＳＷ１Ａ １ＡＡ',
    ],
    ['SW1A\u30001AA', 'SW1A\u20091AA', 'SW1A–1AA'],
  ].flat(),
)('%j is no postcode', (text) => {
  expect(isPostcode(text)).toBe(false)
})

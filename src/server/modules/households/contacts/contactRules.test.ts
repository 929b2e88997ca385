import { describe, expect, test } from 'vitest'
import { postalAddress, ukMobile, type WrittenAddress } from './contactRules'

const NUMBER = '07911 123456'
const WRITTEN = '+447911123456'

/** Every character that Unicode calls white space or that shows nothing, by what GOV.UK Notify does with it in a number. */
const SEPARATORS_TAKEN = [
  ' ',
  '\t',
  '\u00A0',
  '\u202F',
  '\u180E',
  '\u200B',
  '\u200C',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u2028',
  '\u2029',
]
const SEPARATORS_REFUSED = [
  ...[
    '\n',
    '\r',
    '\v',
    '\f',
    '\x1C',
    '\x1F',
    '\x85',
    '\u00AD',
    '\u1680',
    '\u2000',
    '\u2001',
    '\u2002',
    '\u2003',
    '\u2004',
    '\u2005',
  ],
  ...['\u2006', '\u2007', '\u2008', '\u2009', '\u200A', '\u200E', '\u205F', '\u3000', '\u3164'],
]
const DASHES_TAKEN = ['-', '\u2011', '\u2013', '\u2014', '\u2212']
const DASHES_REFUSED = ['\u2010', '\u2012', '\u2015', '\u2043', '\uFE58', '\uFE63', '\uFF0D', '\u30FC', '~', '_', '/']

const named = (character: string) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
const by = (characters: readonly string[]) => characters.map((character) => [named(character), character] as const)

describe('a mobile number, by what stands between its digits', () => {
  test.each(by([...SEPARATORS_TAKEN, ...DASHES_TAKEN]))('%s is passed over', (_name, character) => {
    expect(ukMobile(`07911${character}123456`)).toBe(WRITTEN)
    expect(ukMobile(`+44${character}7911${character}123${character}456`)).toBe(WRITTEN)
  })

  test.each(by([...SEPARATORS_REFUSED, ...DASHES_REFUSED, '.', ',', ';', ':', '#', '*', '…']))(
    '%s is refused',
    (_name, character) => {
      expect(ukMobile(`07911${character}123456`)).toBeUndefined()
    },
  )

  test.each(by([...SEPARATORS_TAKEN, '\n', '\r', '\v', '\f']))('%s may stand around it', (_name, character) => {
    expect(ukMobile(`${character}${NUMBER}`)).toBe(WRITTEN)
    expect(ukMobile(`${NUMBER}${character}`)).toBe(WRITTEN)
    expect(ukMobile(`${NUMBER} ${character}\r\n`)).toBe(WRITTEN)
  })
})

test.each([
  ['07911123456', WRITTEN],
  ['7911123456', WRITTEN],
  ['447911123456', WRITTEN],
  ['00447911123456', WRITTEN],
  ['00 44 7911 123456', WRITTEN],
  ['+44 (0)7911 123 456', WRITTEN],
  ['(+44) 07911-123-456', WRITTEN],
  ['(07911) 123456', WRITTEN],
  ['0447911123456', WRITTEN],
  ['04407911123456', WRITTEN],
  ['0+447911123456', WRITTEN],
  ['0+44(0)7911123456', WRITTEN],
  ['+07911123456', WRITTEN],
  ['000007911123456', WRITTEN],
])('the number %s is taken, however it begins', (text, number) => {
  expect(ukMobile(text)).toBe(number)
})

test.each([
  ['for drama', '07700 900123', '+447700900123'],
  ['for drama, the first', '07700 900000', '+447700900000'],
  ['for drama, the last', '+44 7700 900999', '+447700900999'],
  ['of Jersey', '07797 292290', '+447797292290'],
  ['of Guernsey', '07781 123456', '+447781123456'],
  ['of the Isle of Man', '07624 312345', '+447624312345'],
  ['that a person keeps', '070 4412 3456', '+447044123456'],
])('a number %s is taken', (_kind, text, number) => {
  expect(ukMobile(text)).toBe(number)
})

test.each([
  ['nothing', ''],
  ['white space', ' \t\n'],
  ['too few digits', '0791112345'],
  ['too few for drama', '07700 90012'],
  ['too few after 44', '+44 7911 12345'],
  ['too many digits', '079111234567'],
  ['too many after 0044', '00447911 1234567'],
  ['a landline', '0117 496 0123'],
  ['a landline after 44', '+44 20 7946 0123'],
  ['a freephone number', '0800 123 4567'],
  ['a premium number', '0909 879 1234'],
  ['a pager', '07612 345678'],
  ['a range that is not in use', '0611 123 4567'],
  ['a number from abroad', '+33 6 12 34 56 78'],
  ['one from abroad without its plus', '1 202 555 0104'],
  ['a number of Gibraltar', '+350 5712 3456'],
  ['letters', 'none'],
  ['a letter among the digits', '07911 l23456'],
  ['the letter O for a nought', 'O7911 123456'],
  ['full-width digits', '０７９１１１２３４５６'],
  ['Arabic digits', '٠٧٩١١١٢٣٤٥٦'],
  ['dots after it', '07911 123456...'],
  ['two numbers', '07911 123456 07911 123457'],
  ['two with a slash', '07911 123456/7'],
  ['an extension', '07911 123456 ext 3'],
  ['words after it', '07911 123456 (Mum)'],
  ['a formula', '=07911123456'],
  ['100,000 digits', '7'.repeat(100_000)],
  ['100,000 brackets', '('.repeat(100_000)],
])('%s is no mobile number', (_kind, text) => {
  expect(ukMobile(text)).toBeUndefined()
})

const address: WrittenAddress = {
  addressLine1: '1 Harbour Street',
  addressLine2: '',
  town: 'Ashford',
  postcode: 'tn23 1aa',
}

test.each<[string, Partial<WrittenAddress>, readonly string[]]>([
  ['three lines', {}, ['1 Harbour Street', 'Ashford', 'TN23 1AA']],
  [
    'a second line for the town',
    { addressLine2: 'Old Harbour', town: ' ' },
    ['1 Harbour Street', 'Old Harbour', 'TN23 1AA'],
  ],
  [
    'spaces of every kind',
    { addressLine1: ' 1\u00A0\u2003Harbour\t Str\u200Beet ' },
    ['1 Harbour Street', 'Ashford', 'TN23 1AA'],
  ],
  [
    'commas at the end of its lines',
    { addressLine1: '1 Harbour Street , ,', town: 'Ashford,' },
    ['1 Harbour Street', 'Ashford', 'TN23 1AA'],
  ],
  [
    'spaces before its commas',
    { addressLine1: 'Flat 1 , Harbour House' },
    ['Flat 1, Harbour House', 'Ashford', 'TN23 1AA'],
  ],
  [
    'a break within a field',
    { addressLine1: 'Flat 1\r\n2 Harbour Street' },
    ['Flat 1', '2 Harbour Street', 'Ashford', 'TN23 1AA'],
  ],
  [
    'seven lines',
    { addressLine1: 'a\nb\nc', addressLine2: 'd\u2028e' },
    ['a', 'b', 'c', 'd', 'e', 'Ashford', 'TN23 1AA'],
  ],
  [
    'its postcode in the field of the town',
    { addressLine2: 'Ashford', town: 'TN23 1AA', postcode: '' },
    ['1 Harbour Street', 'Ashford', 'TN23 1AA'],
  ],
  [
    'a bracket within a line',
    { addressLine1: '1 (rear) Harbour Street' },
    ['1 (rear) Harbour Street', 'Ashford', 'TN23 1AA'],
  ],
])('an address with %s', (_what, fields, lines) => {
  expect(postalAddress({ ...address, ...fields })).toEqual(lines)
})

test.each<[string, Partial<WrittenAddress>]>([
  ['two lines', { town: '' }],
  ['two lines and a comma', { town: ' , ' }],
  ['eight lines', { addressLine1: 'a\nb\nc\nd', addressLine2: 'e\nf' }],
  ['no postcode', { postcode: '' }],
  ['no valid postcode', { postcode: 'NF1 1AA' }],
  ['a postcode that is not its last line', { postcode: 'TN23 1AA\nnone' }],
  ['a postcode in two lines', { postcode: 'TN23\n1AA' }],
  ['no letter or digit in its first line', { addressLine1: '-' }],
  ['no letter or digit in its second line', { addressLine2: '–' }],
  ['nowhere to go', { addressLine1: 'No Fixed Abode' }],
  ['nowhere to go, in other words', { addressLine2: 'of no fixed address' }],
  ['nowhere to go, in short', { addressLine2: 'nfa' }],
  ...Array.from('@()=[]"\\/,<>~').map((sign): [string, Partial<WrittenAddress>] => [
    `a line that begins with ${sign}`,
    { town: `${sign}Ashford` },
  ]),
])('an address with %s gets no letter', (_what, fields) => {
  expect(postalAddress({ ...address, ...fields })).toBeUndefined()
})

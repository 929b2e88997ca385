import { describe, expect, it } from 'vitest'
import { keepDigits, fieldFault, isAllowedKey, judgePair } from './rangeRules'

const bounds = { min: 5, max: 120 }
const key = (name: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  isAllowedKey({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held })

describe('a key', () => {
  it.each(['0', '9', 'Backspace', 'Delete', 'ArrowLeft', 'Home', 'Tab', 'Enter', 'Escape', 'F5'])('%s acts', (name) =>
    expect(key(name)).toBe(true),
  )
  it.each(['a', '-', '.', ',', 'e', '+', ' ', '£', '٣'])('%s does not', (name) => expect(key(name)).toBe(false))
  it('acts with Control or Command held, so that copying and pasting work', () => {
    expect(key('v', { ctrlKey: true })).toBe(true)
    expect(key('c', { metaKey: true })).toBe(true)
  })
})

it.each([
  ['£1,2-3.4 e', '1234'],
  // An amount copied from a table is not taken for a hundred times as much.
  ['£1,250.50', '1250'],
  ['12.', '12'],
])('of %s stay the digits of whole pounds: %s', (text, digits) => expect(keepDigits(text)).toBe(digits))

describe('one field', () => {
  it('may reach the maximum and not pass it', () => {
    expect(fieldFault('minimum', '120', bounds)).toBeNull()
    expect(fieldFault('minimum', '121', bounds)).toBe('Minimum value must be less than maximum range value.')
    expect(fieldFault('maximum', '121', bounds)).toBe('Maximum value must be less than maximum range value.')
    expect(fieldFault('maximum', '', bounds)).toBeNull()
  })
})

describe('the pair', () => {
  const message = 'Please enter a valid number between 5 and 120 or leave both fields empty.'
  it('is no filter when both are empty', () => expect(judgePair('', '', bounds)).toEqual({ kind: 'empty' }))
  it.each([
    ['5', '120'],
    ['7', '7'],
    ['007', '8'],
  ])('%s to %s is valid', (min, max) =>
    expect(judgePair(min, max, bounds)).toEqual({ kind: 'range', min: Number(min), max: Number(max) }),
  )
  it.each([
    ['', '9'],
    ['9', ''],
    ['x', '9'],
    ['4', '9'],
    ['9', '121'],
    ['9', '8'],
  ])('%j to %j is not', (min, max) => expect(judgePair(min, max, bounds)).toEqual({ kind: 'fault', message }))
})

import { describe, expect, it } from 'vitest'
import { holdsSeveral, matchPasted, splitPasted } from './matchPasted'

const named = (...names: string[]) => names.map((displayName, index) => ({ id: `w${index + 1}`, displayName }))
const wards = named(
  'Hale',
  'Hale Barns',
  'Hale Barns with Timperley',
  'Gorse Hill & Cornbrook',
  'Bowdon, Hale',
  'Bowdon',
  'Sale Moor',
)
const names = (found: { displayName: string }[]) => found.map((one) => one.displayName)

/** A seeded sequence in [0, 1): the cases of a run are the cases of every run. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

describe('several pasted values', () => {
  it.each([',', ';', '|', '\t', '\n', '\r\n', ' , '])('are separated by %j', (separator) => {
    const { matched, unmatched } = matchPasted(['Hale', 'Sale Moor', 'Nowhere'].join(separator), wards)
    expect(names(matched)).toEqual(['Hale', 'Sale Moor'])
    expect(unmatched).toEqual(['Nowhere'])
  })

  it('are not separated by a space', () => {
    const postcodes = named('WA14 1AA', 'WA14 1AB')
    expect(names(matchPasted('wa14 1aa, WA14  1AB', postcodes).matched)).toEqual(['WA14 1AA', 'WA14 1AB'])
    expect(matchPasted('WA14 1AA WA14 1AB', postcodes).unmatched).toEqual(['WA14 1AA WA14 1AB'])
  })

  it('match a longer name before the names it contains', () => {
    expect(names(matchPasted('Hale Barns with Timperley;Hale Barns', wards).matched)).toEqual([
      'Hale Barns',
      'Hale Barns with Timperley',
    ])
    expect(names(matchPasted('Sale Moor, Bowdon, Hale', wards).matched)).toEqual(['Bowdon, Hale', 'Sale Moor'])
    expect(names(matchPasted('Bowdon; Hale', wards).matched)).toEqual(['Hale', 'Bowdon'])
  })

  it('match whole names only', () => {
    expect(matchPasted('Halewood, Sale', wards)).toEqual({ matched: [], unmatched: ['Halewood', 'Sale'] })
  })

  it('ignore case, and take an ampersand as it is', () => {
    expect(names(matchPasted('gorse hill & CORNBROOK|hale', wards).matched)).toEqual(['Hale', 'Gorse Hill & Cornbrook'])
  })

  it('come back sorted by id, numbers as numbers', () => {
    const options = ['10', '9', '100', '1'].map((id) => ({ id, displayName: `Ref ${id}` }))
    expect(matchPasted('ref 100,ref 10,ref 9,ref 1', options).matched.map((one) => one.id)).toEqual([
      '1',
      '9',
      '10',
      '100',
    ])
  })

  it('leave each unmatched value once, as it was written first', () => {
    expect(matchPasted('Nope,nope;Hale| NOPE ,other\n\n,', wards).unmatched).toEqual(['Nope', 'other'])
  })

  it('match as word processors, mail and chats write them', () => {
    const households = named('HH-0001', 'HH-0002', 'HH-0003')
    const word = '• HH-0001\u00A0\n2.\t\u200BHH\u20110002\n“HH\u20130003”.\n\u200B\n—\nHH-9999'
    const { matched, unmatched } = matchPasted(word, households)
    expect([names(matched), unmatched]).toEqual([['HH-0001', 'HH-0002', 'HH-0003'], ['HH-9999']])
    expect(names(matchPasted('ＨＨ－０００１, HH − 0002', households).matched)).toEqual(['HH-0001', 'HH-0002'])
    expect(names(matchPasted('st mary’s', named("St Mary's")).matched)).toEqual(["St Mary's"])
  })

  it('match letters with accents however they are composed', () => {
    expect(names(matchPasted('Dyffryn Tŵr'.normalize('NFD'), named('Dyffryn Tŵr')).matched)).toEqual(['Dyffryn Tŵr'])
  })
})

describe('whatever is pasted', () => {
  const separators = [',', ';', '|', '\t', '\n']
  it('every value is either matched or named as not found, and none is invented', () => {
    const plain = wards.filter((ward) => !ward.displayName.includes(','))
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = random(seed)
      const pick = <Item>(items: readonly Item[]): Item => {
        const item = items[Math.floor(next() * items.length)]
        if (item === undefined) throw new Error('nothing to pick from')
        return item
      }
      const known = Array.from({ length: Math.floor(next() * 6) }, () => pick(plain))
      const strange = Array.from({ length: Math.floor(next() * 4) }, (_, index) => `Nowhere ${index}`)
      const written = [...known.map((one) => one.displayName), ...strange]
        .map((name) => (next() < 0.5 ? name.toUpperCase() : name))
        .map((value) => ({ value, order: next() }))
        .sort((a, b) => a.order - b.order)
        .reduce((text, { value }) => `${text}${text === '' ? '' : pick(separators)}${value}`, '')
      const { matched, unmatched } = matchPasted(written, plain)
      expect(new Set(matched)).toEqual(new Set(known))
      expect(new Set(unmatched.map((one) => one.toLowerCase()))).toEqual(
        new Set(strange.map((one) => one.toLowerCase())),
      )
    }
  })

  it('10,000 references among 5,000 take a moment, not a minute', () => {
    const options = Array.from({ length: 5000 }, (_, index) => ({ id: `H${index}`, displayName: `H${index}` }))
    const text = Array.from({ length: 10_000 }, (_, index) => `H${index}`).join('\n')
    const { matched, unmatched } = matchPasted(text, options)
    expect([matched.length, unmatched.length]).toEqual([5000, 5000])
  })
})

describe('one value or several', () => {
  it.each([
    ['WA14 1AA', false],
    ['WA14 1AA\n', false],
    [' , ;', false],
    ['a,b', true],
  ])('%j: %s', (text, several) => expect(holdsSeveral(text)).toBe(several))

  it('splits without blanks and repeats', () => {
    expect(splitPasted('a, A ;b||b\tc')).toEqual(['a', 'b', 'c'])
  })
})

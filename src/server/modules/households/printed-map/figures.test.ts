import { expect, test } from 'vitest'
import { publishedFigures } from './figures'

const basis = { year: '2026 to 2027', method: '', warning: null }

test('all households are shown alike on every page, whatever matches', () => {
  // As 96,249 less 1, 2 to 6, or 7 would be rounded, three pages told a count of 1 and one of 7.
  for (const all of [96_248, 96_249, 96_250, 96_251, 96_252]) {
    const notes = [1, 2, 3, 4, 5, 6, 7, 40, all - 7, all - 1].map((households) => {
      const ward = { wardCode: 'A', households, belowZero: 0, income: 0, unclaimed: 0, unclaimedHighest: 0 }
      return publishedFigures([ward], { all, hidden: new Set(), basis })[0]?.note
    })
    expect(new Set(notes)).toEqual(new Set(['of 96,250']))
  }
})

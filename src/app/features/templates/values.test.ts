import { describe, expect, it } from 'vitest'
import { row, selecting } from './testing/templates'
import { choosesTheSame, detailsOf, selectionOf } from './values'

describe('a selection and the values of a template', () => {
  it('are made from one another', () => {
    const selection = selectionOf([row('home', 'tenure', 'rented'), row('money', 'income', '0', '£0'), row('money', 'income', '9', '£9')])
    expect(selection).toEqual({
      home: { tenure: { displayName: 'The tenure', selectedValues: [{ id: 'rented', displayName: 'rented' }] } },
      money: {
        income: {
          displayName: 'The income',
          selectedValues: [
            { id: '0', displayName: '£0' },
            { id: '9', displayName: '£9' },
          ],
        },
      },
    })
    expect(detailsOf(selection)).toEqual([
      { filter_name: 'tenure', filter_value_names: ['rented'] },
      { filter_name: 'income', filter_value_names: ['0', '9'] },
    ])
  })

  it.each([
    ['the order of filters', { a: ['1'], b: ['2'] }, { b: ['2'], a: ['1'] }, true],
    ['the order of values', { a: ['1', '2'] }, { a: ['2', '1'] }, true],
    ['one value more', { a: ['1'] }, { a: ['1', '2'] }, false],
    ['one filter more', { a: ['1'] }, { a: ['1'], b: ['1'] }, false],
    ['a value of another filter', { a: ['1'] }, { b: ['1'] }, false],
    ['nothing and something', {}, { a: ['1'] }, false],
    ['nothing twice', {}, {}, true],
  ])('are compared: %s', (_, one, other, same) => {
    expect(choosesTheSame(selecting(one), selecting(other))).toBe(same)
  })
})

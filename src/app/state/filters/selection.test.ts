import { expect, test } from 'vitest'
import { choosesTheSame, valuesInWords, type SelectedFilters } from './selection'

const value = (id: string) => ({ id, displayName: id })

/** A selection in one category, by filter name and value ids. */
const selecting = (filters: Record<string, string[]>): SelectedFilters => ({
  home: Object.fromEntries(
    Object.entries(filters).map(([name, ids]) => [name, { displayName: name, selectedValues: ids.map(value) }]),
  ),
})

test.each([
  ['the order of filters', { a: ['1'], b: ['2'] }, { b: ['2'], a: ['1'] }, true],
  ['the order of values', { a: ['1', '2'] }, { a: ['2', '1'] }, true],
  ['one value more', { a: ['1'] }, { a: ['1', '2'] }, false],
  ['one filter more', { a: ['1'] }, { a: ['1'], b: ['1'] }, false],
  ['a value of another filter', { a: ['1'] }, { b: ['1'] }, false],
  ['nothing and something', {}, { a: ['1'] }, false],
  ['nothing twice', {}, {}, true],
])('two selections are compared: %s', (_, one, other, same) => {
  expect(choosesTheSame(selecting(one), selecting(other))).toBe(same)
})

test('values are listed, and those of a range belong together', () => {
  const filter = { selectedValues: ['£0', '£20'].map(value) }
  expect(valuesInWords(filter, false)).toBe('£0, £20')
  expect(valuesInWords(filter, true)).toBe('£0 to £20')
})

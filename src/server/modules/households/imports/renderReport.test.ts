import { expect, test } from 'vitest'
import { renderFaults } from './renderReport'

test('faults that differ by their row alone are one line', () => {
  const fault = { file: 'households.csv', column: 'heating', value: 'coal', expected: 'gas' }
  const listed = [...[2, 3, 5, 8, 13, 21].map((row) => ({ ...fault, row })), { ...fault, row: 4, value: '' }]
  expect(renderFaults([{ kind: 'bad value', count: 40, hint: null, listed }]).slice(2)).toEqual([
    '  households.csv, rows 2, 3, 5, 8, 13, heating: "coal"; expected gas',
    '  households.csv, row 4, heating: empty; expected gas',
    '  … and 34 more',
  ])
})

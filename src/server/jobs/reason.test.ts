import { expect, test } from 'vitest'
import { notFound } from '../http/faults'
import { NoRoom } from '../lib/operator'
import { describeReason } from './reason'

test('a reason names errors and their codes, and repeats none of their words', () => {
  const refused = Object.assign(new Error('connect to 10.0.0.1 for Edna'), { code: 'ECONNREFUSED' })
  expect(describeReason(new TypeError('Edna is undefined', { cause: refused }))).toBe(
    'TypeError, because of Error ECONNREFUSED. The log says more.',
  )
  expect(describeReason(notFound('There is no Edna.'))).toBe('Fault 404 not_found. The log says more.')
  expect(describeReason(Object.assign(new Error('x'), { code: 'for Edna', name: 'Edna Krabappel' }))).toBe(
    'Error. The log says more.',
  )
  expect(describeReason('Edna')).toBe('It failed with something that is no error.')
})

test('what only the operator can mend says so', () => {
  expect(describeReason(new Error('write', { cause: new NoRoom('/srv/doorstep') }))).toContain('There is no room left')
})

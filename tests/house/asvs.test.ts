import { expect, test } from 'vitest'
import { citedIn, isTest, missingFrom, requirementsOf, tableRows } from './citedTests'

/* docs/security/asvs.md says how each requirement is met: what it cites must be there. */

/** Of ASVS 5.0.0: how many requirements of levels 1 and 2 each section has; their numbers begin at 1. */
// prettier-ignore
const SECTIONS: Readonly<Record<string, readonly [level1: number, level2: number]>> = {
  '1.1': [0, 2], '1.2': [5, 4], '1.3': [2, 9], '1.4': [0, 3], '1.5': [1, 1],
  '2.1': [1, 2], '2.2': [2, 1], '2.3': [1, 3], '2.4': [0, 1],
  '3.2': [2, 0], '3.3': [1, 3], '3.4': [2, 4], '3.5': [3, 2], '3.7': [0, 2],
  '4.1': [1, 2], '4.2': [0, 1], '4.3': [0, 2], '4.4': [1, 3],
  '5.1': [0, 1], '5.2': [2, 1], '5.3': [2, 0], '5.4': [0, 3],
  '6.1': [1, 2], '6.2': [8, 4], '6.3': [2, 2], '6.4': [2, 2], '6.5': [0, 5], '6.6': [0, 3], '6.8': [0, 4],
  '7.1': [0, 3], '7.2': [4, 0], '7.3': [0, 2], '7.4': [2, 3], '7.5': [0, 2], '7.6': [0, 2],
  '8.1': [1, 1], '8.2': [2, 1], '8.3': [1, 0], '8.4': [0, 1],
  '9.1': [3, 0], '9.2': [1, 3],
  '10.1': [0, 2], '10.2': [0, 2], '10.3': [0, 4], '10.4': [5, 6], '10.5': [0, 5], '10.6': [0, 2], '10.7': [0, 3],
  '11.1': [0, 2], '11.2': [0, 3], '11.3': [2, 1], '11.4': [1, 3], '11.5': [0, 1], '11.6': [0, 1],
  '12.1': [1, 2], '12.2': [2, 0], '12.3': [0, 4],
  '13.1': [0, 1], '13.2': [0, 5], '13.3': [0, 2], '13.4': [1, 4],
  '14.1': [0, 2], '14.2': [1, 3], '14.3': [1, 2],
  '15.1': [1, 2], '15.2': [1, 2], '15.3': [1, 6],
  '16.1': [0, 1], '16.2': [0, 5], '16.3': [0, 4], '16.4': [0, 3], '16.5': [0, 3],
  '17.1': [0, 1], '17.2': [0, 4], '17.3': [0, 2],
}
const numbers = Object.entries(SECTIONS).flatMap(([section, [level1, level2]]) =>
  Array.from({ length: level1 + level2 }, (_, index) => [`${section}.${index + 1}`, index < level1 ? '1' : '2']),
)

const KINDS = ['test', 'setting', 'document', 'code', 'not applicable', 'gap']

const cells = tableRows('docs/security/asvs.md')

const rows = requirementsOf('docs/security/asvs.md', KINDS)

test('every requirement of ASVS 5.0, levels 1 and 2, stands there once, in order, with an answer', () => {
  expect(rows.map(({ number, isBold }) => [number, isBold ? '1' : '2'])).toEqual(numbers)
  expect(rows).toHaveLength(253)
  expect(rows.filter(({ about, how, where }) => about === '' || where === '' || !KINDS.includes(how))).toEqual([])
})

test('the figures at the top are those of the table', () => {
  const counted = KINDS.map((kind) => [kind, String(rows.filter(({ how }) => how === kind).length)])
  const said = cells.filter(([kind = '']) => KINDS.includes(kind)).map(([kind, count]) => [kind, count])
  expect(said).toEqual(counted)
})

test('a file that is cited is there, and so are its tests by their titles', () => {
  const missing = rows.flatMap(({ number, where }) => missingFrom(where).map((what) => `${number}: ${what}`))
  expect(missing, 'Renamed or removed? Correct docs/security/asvs.md.').toEqual([])
})

test('each kind of answer has what it needs', () => {
  const needs: Readonly<Record<string, (where: string) => boolean>> = {
    test: (where) => citedIn(where).some(isTest),
    setting: (where) => /`[A-Z][A-Z_]+`|\]\(\.\.\/(operating|security)\.md#|`compose\.yaml`/.test(where),
    document: (where) => where.includes('](../'),
    code: (where) => where.includes('`') || where.includes('](../'),
  }
  expect(rows.filter(({ how, where }) => needs[how]?.(where) === false)).toEqual([])
})

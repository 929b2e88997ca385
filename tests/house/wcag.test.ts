import { expect, test } from 'vitest'
import { citedIn, isTest, missingFrom, requirementsOf } from './citedTests'

/* docs/accessibility.md says how each criterion of WCAG 2.2, A and AA, is met: what it cites must be there. */

/** Of each guideline, its criteria of levels A and AA. */
// prettier-ignore
const CRITERIA: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1], '1.2': [1, 2, 3, 4, 5], '1.3': [1, 2, 3, 4, 5], '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4], '2.2': [1, 2], '2.3': [1], '2.4': [1, 2, 3, 4, 5, 6, 7, 11], '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2], '3.2': [1, 2, 3, 4, 6], '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
}
const KINDS = ['test', 'tried', 'not applicable', 'partly']
/** What all screens are tested for, in tests/e2e/roles.spec.ts; the document says so once. */
const EVERY_SCREEN = /\bevery screen\b/

/** Of the criteria at levels A and AA, those of level A. */
const LEVEL_A = 31

const rows = requirementsOf('docs/accessibility.md', KINDS)

test('all 55 criteria stand there once, in order, with an answer', () => {
  const numbers = Object.entries(CRITERIA).flatMap(([guideline, ends]) => ends.map((end) => `${guideline}.${end}`))
  expect(rows.map(({ number }) => number)).toEqual(numbers)
  expect(rows).toHaveLength(55)
  expect(rows.filter(({ isBold }) => isBold)).toHaveLength(LEVEL_A)
  expect(rows.filter(({ how, where }) => where === '' || !KINDS.includes(how))).toEqual([])
})

test('a file that is cited is there, and so are its tests by their titles', () => {
  const missing = rows.flatMap(({ number, where }) => missingFrom(where).map((what) => `${number}: ${what}`))
  expect(missing, 'Renamed or removed? Correct docs/accessibility.md.').toEqual([])
})

test('a criterion that is tested names its test by its title, or is tested on every screen', () => {
  const untold = rows.filter(
    ({ how, where }) => how === 'test' && !EVERY_SCREEN.test(where) && !citedIn(where).some(isTest),
  )
  expect(untold).toEqual([])
  const withoutTitle = rows.flatMap(({ number, where }) =>
    citedIn(where)
      .filter((cited) => /\.(test|spec)\.tsx?$/.test(cited.file) && !isTest(cited))
      .map(({ file }) => `${number}: ${file}`),
  )
  expect(withoutTitle, 'Say which test, by its title in quotes.').toEqual([])
})

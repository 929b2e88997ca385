import { expect, test } from 'vitest'
import { createFaultList } from './report'
import { warnOfSheetEnd } from './stageFile'

const csv = (index: number) => index + 2
const belowTitle = (index: number) => index + 3
const parquet = (index: number) => index + 1

test.each([
  ['CSV of an old sheet', 65_535, csv, 1],
  ['CSV of a sheet', 1_048_575, csv, 1],
  ['CSV of a sheet with a line above its header', 1_048_574, belowTitle, 1],
  ['Parquet of a sheet', 1_048_575, parquet, 1],
  ['shorter CSV', 65_534, csv, 0],
  ['longer CSV', 65_537, csv, 0],
  ['CSV without rows', 0, csv, 0],
])('warns of files that end where a sheet ends: %s', (_, rows, rowNumber, count) => {
  const warnings = createFaultList()
  warnOfSheetEnd({ fileName: 'households.csv', rowNumber }, rows, warnings)
  expect(warnings.groups()).toHaveLength(count)
})

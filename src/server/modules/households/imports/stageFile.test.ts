import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { createFaultList } from './report'
import { stageFile } from './stageFile'
import { warnOfSheetEnd } from './stageRows'

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

test('refuses in words a Parquet file with a text that memory cannot hold', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-stage-'))
  try {
    const path = join(folder, 'households.parquet')
    const writer = await (await DuckDBInstance.create(':memory:')).connect()
    await writer.run(`copy (select repeat('a', 50000000) as postcode) to '${path}' (format parquet, compression zstd)`)
    const reader = await (await DuckDBInstance.create(':memory:', { memory_limit: '20MB', threads: '1' })).connect()
    const [faults, warnings] = [createFaultList(), createFaultList()]
    const file = { name: 'households.parquet', path, size: 1, content: 'parquet', isFolded: false } as const
    await stageFile(reader, 'households', file, [], folder, { faults, warnings }, () => {})
    expect(faults.groups().map(({ listed }) => listed[0]?.expected)).toEqual([
      'The Parquet file holds texts that are far longer than any cell of the format. Hand it over without them.',
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

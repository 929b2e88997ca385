import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { CONTACT_COLUMNS } from './checkedColumn'
import { createFaultList } from './report'
import { stageFile } from './stageFile'
import { warnOfSheetEnd } from './stageRows'
import { contactsCsv } from './testing/exampleFiles'

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

// DuckDB's threads take 8 MB of a file each, and keep the part that is ready first before the others.
test('keeps the order of a large file, by which reports name its rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-stage-'))
  try {
    const path = join(folder, 'given.csv')
    const street = `${'x'.repeat(100)} Street`
    const rows = Array.from(
      { length: 60_000 },
      (_, row) => `EX-${row},Ms,Ada,Lord,1 ${street},,Ashford,ZZ1 1AA,,en,false`,
    )
    await writeFile(path, contactsCsv(...rows))
    const reader = await (await DuckDBInstance.create(join(folder, 'staging.duckdb'), { threads: '2' })).connect()
    const lists = { faults: createFaultList(), warnings: createFaultList() }
    const file = { name: 'contacts.csv', path, size: 1, content: 'text', isFolded: false } as const
    await stageFile(reader, 'contacts', file, CONTACT_COLUMNS, folder, lists, () => {})
    const astray = "from contacts where household_reference <> concat('EX-', rowid)"
    expect((await reader.runAndReadAll(`select count(*)::integer ${astray}`)).value(0, 0)).toBe(0)
  } finally {
    await rm(folder, { recursive: true })
  }
})

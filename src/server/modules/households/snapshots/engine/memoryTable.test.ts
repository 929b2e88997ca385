import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance, quotedString } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { ratesAt } from '../../estimates/rates'
import { exampleHousehold, householdsCsv, writeExample } from '../../imports/testing/exampleFiles'
import { createEnumTypes, createMemoryTable, memoryTableBytes } from './memoryTable'

test('a snapshot takes no more memory than it is counted with, and not much less', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-memory-'))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    // The longest references there may be, in one more row group than one.
    const rows = 130_000
    const csv = await writeExample(join(folder, 'one.csv'), householdsCsv([exampleHousehold(1)]))
    const parquet = join(folder, 'many.parquet')
    await connection.run(
      `copy (select * replace (lpad(i::varchar, 40, 'x') as household_reference) ` +
        `from read_csv(${quotedString(csv)}, all_varchar = true), range(${rows}) numbers(i)) ` +
        `to ${quotedString(parquet)} (format parquet)`,
    )
    await createEnumTypes(connection)
    await createMemoryTable(connection, 'households', parquet, ['E05999001', 'E05999002'], ratesAt(new Date()))
    const reader = await connection.runAndReadAll(
      `select memory_usage_bytes::double from duckdb_memory() where tag = 'IN_MEMORY_TABLE'`,
    )
    const taken = Number(reader.value(0, 0))
    expect(taken).toBeLessThan(memoryTableBytes(rows))
    expect(taken).toBeGreaterThan(memoryTableBytes(rows) / 3)
  } finally {
    connection.disconnectSync()
    instance.closeSync()
    await rm(folder, { recursive: true })
  }
})

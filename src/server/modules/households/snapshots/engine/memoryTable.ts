import { quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import type { Rates } from '../../estimates/rateTypes'
import { COLUMN_TYPES, FILE_COLUMNS } from '../../columns/columns'
import { unclaimedColumns } from './estimates'

/** Types are as small as possible, because scans are as fast as the bytes they read. DECIMAL is exact. */

const ROW_GROUP = 122_880

const ROW_GROUP_BYTES = 34_000_000

/** Bytes, estimated high. */
export const memoryTableBytes = (householdCount: number): number =>
  Math.max(1, Math.ceil(householdCount / ROW_GROUP)) * ROW_GROUP_BYTES

/** Once per DuckDB instance. */
export async function createEnumTypes(connection: DuckDBConnection): Promise<void> {
  for (const column of FILE_COLUMNS) {
    if (column.kind !== 'enum') continue
    const values = column.values.map((value) => quotedString(value.name))
    await connection.run(`create type ${quotedIdentifier(column.name)} as enum (${values.join(', ')})`)
  }
}

/** Keeps the file's order. @param wardCodes in the ward enum's order */
export async function createMemoryTable(
  connection: DuckDBConnection,
  name: string,
  file: string,
  wardCodes: readonly string[],
  rates: Rates,
): Promise<void> {
  const wardType = quotedIdentifier(wardTypeName(name))
  const present = (
    await connection.runAndReadAll(`select * from read_parquet(${quotedString(file)}) limit 0`)
  ).columnNames()
  const columns = FILE_COLUMNS.map((column) => {
    const identifier = quotedIdentifier(column.name)
    const type = column.kind === 'ward' ? wardType : column.kind === 'enum' ? identifier : COLUMN_TYPES[column.kind]
    // The import may be older than the column.
    return `${present.includes(column.name) ? identifier : 'null'}::${type} as ${identifier}`
  })
  await connection.run(`create type ${wardType} as enum (${wardCodes.map(quotedString).join(', ')})`)
  try {
    await connection.run(
      `create table ${quotedIdentifier(name)} as
       select *, ${unclaimedColumns(rates)}
       from (select ${columns.join(', ')} from read_parquet(${quotedString(file)}))`,
    )
  } catch (error) {
    await connection.run(`drop type ${wardType}`)
    throw error
  }
}

/** Undoes {@link createMemoryTable}. */
export async function dropMemoryTable(connection: DuckDBConnection, name: string): Promise<void> {
  await connection.run(`drop table ${quotedIdentifier(name)}`)
  await connection.run(`drop type ${quotedIdentifier(wardTypeName(name))}`)
}

const wardTypeName = (table: string) => `ward of ${table}`

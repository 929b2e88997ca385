import { quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { SNAPSHOT_COLUMNS } from '../columns'
import { UNCLAIMED_COLUMN } from './estimates'

/**
 * The table in memory that a snapshot's Parquet file becomes. A scan is as fast as the bytes that it reads: enums for
 * what has few values, one byte for small numbers, four for money. DECIMAL is exact and was measured to be as fast as
 * FLOAT.
 */

/** Rows of DuckDB's storage unit; each column of each unit takes whole blocks of 256 kB. */
const ROW_GROUP = 122_880

/** What one such unit takes: 29.2 MB measured, and room for references longer than those measured. */
const ROW_GROUP_BYTES = 34_000_000

/** What a snapshot takes in memory, in bytes, rather too much than too little. */
export const memoryTableBytes = (householdCount: number): number =>
  Math.max(1, Math.ceil(householdCount / ROW_GROUP)) * ROW_GROUP_BYTES

/** Creates the enum types that all snapshots share, once an instance of DuckDB. */
export async function createEnumTypes(connection: DuckDBConnection): Promise<void> {
  for (const column of SNAPSHOT_COLUMNS) {
    if (column.kind !== 'enum') continue
    const values = column.values.map((value) => quotedString(value.name))
    await connection.run(`create type ${quotedIdentifier(column.name)} as enum (${values.join(', ')})`)
  }
}

/**
 * Reads a Parquet file into a table of that name, in the file's order.
 * @param wardCodes in the order that the ward column's enum is to have.
 */
export async function createMemoryTable(
  connection: DuckDBConnection,
  name: string,
  file: string,
  wardCodes: readonly string[],
): Promise<void> {
  const wardType = quotedIdentifier(wardTypeName(name))
  const columns = SNAPSHOT_COLUMNS.map((column) => {
    const identifier = quotedIdentifier(column.name)
    const type = column.kind === 'ward' ? wardType : (column.memoryType ?? identifier)
    return `${identifier}::${type} as ${identifier}`
  })
  await connection.run(`create type ${wardType} as enum (${wardCodes.map(quotedString).join(', ')})`)
  try {
    await connection.run(
      `create table ${quotedIdentifier(name)} as
       select *, (${UNCLAIMED_COLUMN.expression})::${UNCLAIMED_COLUMN.type} as ${UNCLAIMED_COLUMN.name}
       from (select ${columns.join(', ')} from read_parquet(${quotedString(file)}))`,
    )
  } catch (error) {
    await connection.run(`drop type ${wardType}`)
    throw error
  }
}

/** Drops what {@link createMemoryTable} created. */
export async function dropMemoryTable(connection: DuckDBConnection, name: string): Promise<void> {
  await connection.run(`drop table ${quotedIdentifier(name)}`)
  await connection.run(`drop type ${quotedIdentifier(wardTypeName(name))}`)
}

const wardTypeName = (table: string) => `ward of ${table}`

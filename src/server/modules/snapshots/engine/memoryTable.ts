import { quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { SNAPSHOT_COLUMNS, type SnapshotColumn } from '../columns'

/**
 * The table in memory that a snapshot's Parquet file becomes. Policy: enums for what has few values, one byte
 * for small numbers and four for money, because a scan is as fast as the bytes that it reads; money as DECIMAL,
 * which is exact and was measured to be as fast as FLOAT (1,000,000 households, ward counts and four aggregates:
 * 14 ms against 19 ms).
 */

/** What a household takes in memory, in bytes, roughly; what the bound of the engine is counted in. */
export const BYTES_A_HOUSEHOLD = SNAPSHOT_COLUMNS.reduce((sum, column) => sum + bytesOf(column), 0)

function bytesOf(column: SnapshotColumn): number {
  switch (column.kind) {
    case 'text':
      // Sixteen bytes, and as many again for what does not fit into them.
      return 32
    case 'degrees':
      return 8
    case 'money':
      return 4
    case 'ward':
      return 2
    default:
      return 1
  }
}

/** Makes the enum types that all snapshots share. Once for an instance of DuckDB. */
export async function createEnumTypes(connection: DuckDBConnection): Promise<void> {
  for (const column of SNAPSHOT_COLUMNS) {
    if (column.kind !== 'enum') continue
    const values = column.values.map((value) => quotedString(value.name))
    await connection.run(`create type ${quotedIdentifier(column.name)} as enum (${values.join(', ')})`)
  }
}

/**
 * Reads a Parquet file into a table of that name, in the file's order.
 * @param wardCodes In the order that the ward column's enum is to have.
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
      `create table ${quotedIdentifier(name)} as select ${columns.join(', ')} from read_parquet(${quotedString(file)})`,
    )
  } catch (error) {
    await connection.run(`drop type ${wardType}`)
    throw error
  }
}

/** Frees what {@link createMemoryTable} made. */
export async function dropMemoryTable(connection: DuckDBConnection, name: string): Promise<void> {
  await connection.run(`drop table ${quotedIdentifier(name)}`)
  await connection.run(`drop type ${quotedIdentifier(wardTypeName(name))}`)
}

const wardTypeName = (table: string) => `ward of ${table}`

import { quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { SNAPSHOT_COLUMNS } from '../columns'

/**
 * The table in memory that a snapshot's Parquet file becomes. Policy: enums for what has few values, one byte
 * for small numbers and four for money, because a scan is as fast as the bytes that it reads; money as DECIMAL,
 * which is exact and was measured to be as fast as FLOAT (1,000,000 households, ward counts and four aggregates:
 * 14 ms against 19 ms).
 */

/** Rows of DuckDB's storage unit; each column of each unit takes whole blocks of 256 kB. */
const ROW_GROUP = 122_880

/** What one such unit of our columns takes: 29.2 MB measured, and room for references longer than those measured. */
const ROW_GROUP_BYTES = 34_000_000

/** What a snapshot takes in memory, in bytes, rather too much than too little. */
export const memoryTableBytes = (householdCount: number): number =>
  Math.max(1, Math.ceil(householdCount / ROW_GROUP)) * ROW_GROUP_BYTES

/** A column that another module has added to the table, made of the others once instead of by every query. */
export interface DerivedColumn {
  readonly name: string
  /** SQL over the columns of SNAPSHOT_COLUMNS; never a request's text. */
  readonly expression: string
  /** DuckDB's type. */
  readonly type: string
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
 * @param derived Columns that come after those of the file.
 */
export async function createMemoryTable(
  connection: DuckDBConnection,
  name: string,
  file: string,
  wardCodes: readonly string[],
  derived: readonly DerivedColumn[] = [],
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
       select ${['*', ...derived.map(derivedSql)].join(', ')}
       from (select ${columns.join(', ')} from read_parquet(${quotedString(file)}))`,
    )
  } catch (error) {
    await connection.run(`drop type ${wardType}`)
    throw error
  }
}

const derivedSql = ({ name, expression, type }: DerivedColumn) => `(${expression})::${type} as ${quotedIdentifier(name)}`

/** Frees what {@link createMemoryTable} made. */
export async function dropMemoryTable(connection: DuckDBConnection, name: string): Promise<void> {
  await connection.run(`drop table ${quotedIdentifier(name)}`)
  await connection.run(`drop type ${quotedIdentifier(wardTypeName(name))}`)
}

const wardTypeName = (table: string) => `ward of ${table}`

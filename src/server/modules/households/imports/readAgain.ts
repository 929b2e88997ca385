/**
 * A checking process's output is checked again before publication, because an upload could have taken the process over.
 */
import { quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { COLUMN_TYPES, FILE_COLUMNS, MAX_REFERENCE_LENGTH, type SnapshotColumn } from '../columns/columns'
import { CONTACT_COLUMNS, MAX_CONTACT_TEXT, MAX_WARD_CODE_LENGTH } from './checkedColumn'
import { MAX_ROWS } from './openFile'

interface ExpectedColumn {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly holds: string
}

const SNAPSHOT = FILE_COLUMNS.map((column): ExpectedColumn => ({
  name: column.name,
  type: COLUMN_TYPES[column.kind],
  nullable: column.nullable,
  holds: makeCondition(column),
}))

const CONTACTS = CONTACT_COLUMNS.map(({ name, nullable }): ExpectedColumn =>
  name === 'do_not_contact'
    ? { name, type: 'BOOLEAN', nullable, holds: 'do_not_contact in (true, false)' }
    : {
        name,
        type: 'VARCHAR',
        nullable,
        holds: isUpTo(name, name === 'household_reference' ? MAX_REFERENCE_LENGTH : MAX_CONTACT_TEXT),
      },
)

/** @throws Error unless it holds that many households in the format of snapshots */
export async function requireSnapshot(connection: DuckDBConnection, file: string, count: number): Promise<void> {
  await requireFewRows(connection, file)
  await requireColumns(connection, file, SNAPSHOT)
  const found = await connection.runAndReadAll(
    `select count(*)::integer, count(distinct household_reference)::integer from ${parquet(file)}`,
  )
  if (Number(found.value(0, 0)) !== count || Number(found.value(1, 0)) !== count) throw notAsChecked()
}

/** @throws Error unless it holds contacts as imports check them */
export async function requireContacts(connection: DuckDBConnection, file: string): Promise<void> {
  await requireFewRows(connection, file)
  await requireColumns(connection, file, CONTACTS)
}

/** Before any of them is read: repeated rows cost next to nothing to write, and a count below zero would make up for them. */
async function requireFewRows(connection: DuckDBConnection, file: string): Promise<void> {
  const groups = `select distinct row_group_id, row_group_num_rows as num from parquet_metadata(${quotedString(file)})`
  const found = await connection.runAndReadAll(`select coalesce(sum(abs(num)), 0)::double from (${groups})`)
  if (!(Number(found.value(0, 0)) <= MAX_ROWS)) throw notAsChecked()
}

async function requireColumns(connection: DuckDBConnection, file: string, columns: readonly ExpectedColumn[]) {
  const described = await connection.runAndReadAll(`describe select * from ${parquet(file)}`)
  const there = described.getRows().map(([name, type]) => `${String(name)} ${String(type)}`)
  if (there.join() !== columns.map(({ name, type }) => `${name} ${type}`).join()) throw notAsChecked()
  // An empty value makes the condition null.
  const sound = columns.map(({ nullable, holds }) => `coalesce(${holds}, ${nullable})`)
  const unsound = await withoutStatistics(connection, () =>
    connection.runAndReadAll(`select count(*)::integer from ${parquet(file)} where not (${sound.join(' and ')})`),
  )
  if (Number(unsound.value(0, 0)) > 0) throw notAsChecked()
}

/** A file says itself between which values its values are, and DuckDB would judge by that. */
async function withoutStatistics<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run("set disabled_optimizers = 'statistics_propagation,filter_pushdown'")
  try {
    return await work()
  } finally {
    await connection.run('reset disabled_optimizers')
  }
}

function makeCondition(column: SnapshotColumn): string {
  const name = quotedIdentifier(column.name)
  switch (column.kind) {
    case 'text':
      return isUpTo(column.name, column.maxLength)
    case 'ward':
      return isUpTo(column.name, MAX_WARD_CODE_LENGTH)
    case 'enum':
      return `${name} in (${column.values.map((value) => quotedString(value.name)).join(', ')})`
    case 'integer':
    case 'money':
    case 'degrees':
      return `${name} between ${column.range[0]} and ${column.range[1]}`
    case 'flag':
      return `${name} in (true, false)`
  }
}

function isUpTo(name: string, length: number): string {
  return `length(${quotedIdentifier(name)}) <= ${length}`
}

const parquet = (file: string) => `read_parquet(${quotedString(file)})`

const notAsChecked = () => new Error('The month is not as its check should have left it.')

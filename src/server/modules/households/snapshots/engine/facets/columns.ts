import { quotedIdentifier } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { SNAPSHOT_COLUMNS, type SnapshotColumn } from '../../../columns/columns'
import type { Use } from '../engine'
import type { SharedMemory } from './kernel'
import { placedColumn, type Layout } from './facetMemory'
import { NO_CODE, type ColumnBytes } from './messages'

/** Texts and degrees have too many values. */
const counted = SNAPSHOT_COLUMNS.filter(({ kind }) => kind !== 'text' && kind !== 'degrees')

const PENCE_A_POUND = 100
const OTHER_ROWS = 'The snapshot has other rows than its record says.'

/** Bytes a household takes in each countable column. */
export const bytesOfColumns = (wards: number): Record<string, ColumnBytes> =>
  Object.fromEntries(counted.map(({ name, kind }) => [name, chooseBytes(kind, wards)]))

function chooseBytes(kind: SnapshotColumn['kind'], wards: number): ColumnBytes {
  if (kind === 'money') return 4
  return kind === 'ward' && wards >= NO_CODE ? 2 : 1
}

function writeSql(column: SnapshotColumn, bytes: ColumnBytes, wardCodes: readonly string[]): string {
  const name = quotedIdentifier(column.name)
  if (column.kind === 'money') return `(${name} * ${PENCE_A_POUND})::integer`
  const code = column.kind === 'enum' || column.kind === 'ward' ? `enum_code(${name})` : `${name}::integer`
  const empty = column.kind === 'integer' ? NO_CODE : listFacetCodes(column, wardCodes).length
  return `coalesce(${code}, ${empty})::${bytes === 1 ? 'utinyint' : 'usmallint'}`
}

/** Meaning of a ward's, listed value's or flag's codes, in order. */
export const listFacetCodes = (column: SnapshotColumn, wardCodes: readonly string[]): readonly string[] =>
  column.kind === 'ward'
    ? wardCodes
    : column.kind === 'enum'
      ? column.values.map(({ name }) => name)
      : ['false', 'true']

/** Countable columns, as codes in row order. */
export async function readFacetColumns(
  use: Use,
  households: number,
  wardCodes: readonly string[],
  layout: Layout,
  memory: SharedMemory,
): Promise<void> {
  const columns = counted.map((column) => ({ column, ...placedColumn(layout.columns, column.name) }))
  const target = new Uint8Array(memory.buffer)
  await use(async (connection, from) => {
    const selected = columns.map(({ column, bytes }) => writeSql(column, bytes, wardCodes)).join(', ')
    let start = 0
    for await (const chunk of await connection.stream(`select ${selected} from ${from}`)) {
      if (start + chunk.rowCount > households) throw new Error(OTHER_ROWS)
      // As raw bytes: value by value is slow and blocks the event loop.
      columns.forEach(({ at, bytes }, index) => {
        const vector = duckdb.data_chunk_get_vector(chunk.chunk, index)
        target.set(duckdb.vector_get_data(vector, chunk.rowCount * bytes), at + start * bytes)
      })
      start += chunk.rowCount
    }
    if (start !== households) throw new Error(OTHER_ROWS)
  })
}

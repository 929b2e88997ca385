import { quotedIdentifier } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { SNAPSHOT_COLUMNS, type SnapshotColumn } from '../../columns'
import type { Use } from '../engine'
import { NO_CODE, NO_WIDE_CODE, type FacetColumn } from './messages'

/** Texts and degrees have too many values to count. */
const counted = SNAPSHOT_COLUMNS.filter(({ kind }) => kind !== 'text' && kind !== 'degrees')

const PENCE_A_POUND = 100

function arrayFor(kind: SnapshotColumn['kind'], households: number, wards: number): FacetColumn {
  if (kind === 'money') return new Int32Array(households)
  return kind === 'ward' && wards >= NO_CODE ? new Uint16Array(households) : new Uint8Array(households)
}

/** In the type of its array. */
function sqlOf(name: string, kind: SnapshotColumn['kind'], { BYTES_PER_ELEMENT: bytes }: FacetColumn): string {
  const column = quotedIdentifier(name)
  if (kind === 'money') return `(${column} * ${PENCE_A_POUND})::integer`
  const code = kind === 'enum' || kind === 'ward' ? `enum_code(${column})` : `${column}::integer`
  return `coalesce(${code}, ${bytes === 1 ? NO_CODE : NO_WIDE_CODE})::${bytes === 1 ? 'utinyint' : 'usmallint'}`
}

/** Reads the columns that can be counted, as codes, in row order. */
export async function readFacetColumns(
  use: Use,
  households: number,
  wards: number,
): Promise<Record<string, FacetColumn>> {
  const columns = counted.map(({ name, kind }) => ({ name, kind, values: arrayFor(kind, households, wards) }))
  await use(async (connection, from) => {
    const selected = columns.map(({ name, kind, values }) => sqlOf(name, kind, values)).join(', ')
    let start = 0
    for await (const chunk of await connection.stream(`select ${selected} from ${from}`)) {
      // As bytes: the values one by one take ten times as long, and other requests wait for them.
      columns.forEach(({ values: { buffer, BYTES_PER_ELEMENT: bytes } }, index) => {
        const vector = duckdb.data_chunk_get_vector(chunk.chunk, index)
        new Uint8Array(buffer, start * bytes).set(duckdb.vector_get_data(vector, chunk.rowCount * bytes))
      })
      start += chunk.rowCount
    }
    if (start !== households) throw new Error('The snapshot has other rows than its record says.')
  })
  return Object.fromEntries(columns.map(({ name, values }) => [name, values]))
}

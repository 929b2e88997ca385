import { quotedIdentifier } from '@duckdb/node-api'
import { SNAPSHOT_COLUMNS, type SnapshotColumn } from '../../columns'
import type { Use } from '../engine'
import { NO_CODE, type FacetColumn } from './messages'

/** Texts and degrees have too many values to count. */
const counted = SNAPSHOT_COLUMNS.filter(({ kind }) => kind !== 'text' && kind !== 'degrees')

const PENCE_A_POUND = 100

const sqlOf = (name: string, kind: SnapshotColumn['kind']) => {
  const column = quotedIdentifier(name)
  if (kind === 'enum' || kind === 'ward') return `enum_code(${column})::usmallint`
  if (kind === 'money') return `(${column} * ${PENCE_A_POUND})::integer`
  return kind === 'flag' ? `${column}::utinyint` : `coalesce(${column}, ${NO_CODE})::utinyint`
}

function arrayFor(kind: SnapshotColumn['kind'], households: number, wards: number): FacetColumn {
  if (kind === 'money') return new Int32Array(households)
  return kind === 'ward' && wards >= NO_CODE ? new Uint16Array(households) : new Uint8Array(households)
}

/** Reads the columns that can be counted, as codes, in row order. */
export async function readFacetColumns(
  use: Use,
  households: number,
  wards: number,
): Promise<Record<string, FacetColumn>> {
  const columns = counted.map(({ name, kind }) => ({ name, kind, values: arrayFor(kind, households, wards) }))
  await use(async (connection, from) => {
    const selected = columns.map(({ name, kind }) => sqlOf(name, kind)).join(', ')
    let start = 0
    for await (const chunk of await connection.stream(`select ${selected} from ${from}`)) {
      columns.forEach(({ values }, index) => {
        const vector = chunk.getColumnVector(index)
        for (let row = 0; row < chunk.rowCount; row++) values[start + row] = Number(vector.getItem(row))
      })
      start += chunk.rowCount
    }
    if (start !== households) throw new Error('The snapshot has other rows than its record says.')
  })
  return Object.fromEntries(columns.map(({ name, values }) => [name, values]))
}

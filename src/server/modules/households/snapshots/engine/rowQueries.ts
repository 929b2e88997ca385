import { listValue, quotedIdentifier, type DuckDBResult } from '@duckdb/node-api'
import { z } from 'zod'
import type { Points, RowColumn, RowValue, SnapshotQueries } from '../snapshot'
import type { QueryTools } from './queryTools'
import { streamRows } from './streamRows'

type RowQueries = Pick<
  SnapshotQueries,
  'references' | 'sharing' | 'awards' | 'page' | 'rows' | 'points' | 'pointsByPostcode'
>

/** Households one by one. */
export const createRowQueries = ({ use, where: whereOf, householdCount, columnSql }: QueryTools): RowQueries => ({
  async references(predicate, facts) {
    return use(
      async (connection, from) => {
        const { where, values } = await whereOf(connection, from, predicate)
        const query = `select household_reference from ${from} where ${where} order by 1`
        const references: string[] = []
        for await (const chunk of await connection.stream(query, values)) {
          for (const value of chunk.getColumnValues(0)) references.push(String(value))
        }
        return references
      },
      { facts },
    )
  },

  async sharing(predicate, fact, facts) {
    const name = quotedIdentifier(fact)
    const result = await use(
      async (connection, from) => {
        const { where, values } = await whereOf(connection, from, predicate)
        return connection.runAndReadAll(
          `select list(household_reference order by household_reference) as sharing
           from ${from} where ${where} and ${name} > 0 group by ${name} having count(*) > 1 order by 1`,
          values,
        )
      },
      { facts },
    )
    return sharingRows.parse(result.getRowsJS()).map(([sharing]) => sharing)
  },

  async awards(references, estimate) {
    const result = await use((connection, from) =>
      connection.runAndReadAll(
        `select household_reference, ward_code::varchar, (${columnSql(estimate)})::double, longitude || ' ' || latitude
         from ${from} semi join (select unnest($1::varchar[]) as household_reference) using (household_reference)
         order by 1`,
        [listValue([...references])],
      ),
    )
    return awardRows.parse(result.getRowsJS()).map(([reference, wardCode, award, place]) => ({
      reference,
      wardCode,
      award,
      place,
    }))
  },

  async page(predicate, columns, { mostFirst, offset, limit }) {
    const order = mostFirst === undefined ? '' : `(${columnSql(mostFirst)}) desc nulls last, `
    const fields = columns.map((column) => `${quotedIdentifier(column)} := ${columnSql(column)}`)
    return use(async (connection, from) => {
      const { where, values } = await whereOf(connection, from, predicate)
      const result = await connection.runAndReadAll(
        `select to_json(struct_pack(${fields.join(', ')}))::varchar from ${from} where ${where}
         order by ${order}rowid limit ${limit} offset ${offset}`,
        values,
      )
      return result.getColumns()[0]?.map(String) ?? []
    })
  },

  rows(predicate, { select, ...format }) {
    const selected = select.map((value) => rowValueSql(value, columnSql)).join(', ')
    // No `order by`: insertion order is kept anyway, and a sort would hold every row in memory.
    return streamRows(
      use,
      async (connection, from) => {
        const { where, values } = await whereOf(connection, from, predicate)
        return connection.stream(`select ${selected} from ${from} where ${where}`, values)
      },
      format,
    )
  },

  points: () => readPlaces(use, householdCount, 'longitude', 'latitude'),

  pointsByPostcode: () =>
    readPlaces(
      use,
      householdCount,
      'round(avg(longitude) over (partition by postcode), 3)',
      'round(avg(latitude) over (partition by postcode), 3)',
    ),
})

const sharingRows = z.array(z.tuple([z.array(z.string())]))
const awardRows = z.array(z.tuple([z.string(), z.string(), z.number(), z.string()]))

const readPlaces = (use: QueryTools['use'], householdCount: number, longitude: string, latitude: string) =>
  use(async (connection, from) =>
    readPoints(
      await connection.stream(
        `select rowid::uinteger, household_reference, ward_code::varchar, ${longitude}, ${latitude} from ${from} order by rowid`,
      ),
      householdCount,
    ),
  )

function rowValueSql(value: RowValue, rowColumnSql: (column: RowColumn) => string): string {
  if (typeof value === 'string') return rowColumnSql(value)
  if ('json' in value) {
    const fields = value.json.map((column) => `${quotedIdentifier(column)} := ${rowColumnSql(column)}`)
    return `to_json(struct_pack(${fields.join(', ')}))::varchar`
  }
  // A chain of `||` would copy the row at each comma.
  const cells = value.joined.map((column) => `coalesce(${rowColumnSql(column)}::varchar, '')`)
  return `concat_ws(',', ${cells.join(', ')})`
}

/** @throws Error for missing or unordered rows */
async function readPoints(result: DuckDBResult, rowCount: number): Promise<Points> {
  const references: string[] = []
  const wardCodes: string[] = []
  const longitudes = new Float64Array(rowCount)
  const latitudes = new Float64Array(rowCount)
  for await (const chunk of result) {
    const [rows = [], chunkReferences = [], chunkWards = [], chunkLongitudes = [], chunkLatitudes = []] =
      chunk.getColumns()
    rows.forEach((row, index) => {
      const at = references.length
      if (row !== at) throw new Error('The rows of the snapshot are not in order.')
      references.push(String(chunkReferences[index]))
      wardCodes.push(String(chunkWards[index]))
      longitudes[at] = Number(chunkLongitudes[index])
      latitudes[at] = Number(chunkLatitudes[index])
    })
  }
  if (references.length !== rowCount) throw new Error('The snapshot has other rows than its record says.')
  return { references, wardCodes, longitudes, latitudes }
}

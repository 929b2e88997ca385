import { listValue, quotedIdentifier, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import { z } from 'zod'
import type { SnapshotQueries, Values } from '../snapshot'
import { KEY_SQL } from './predicateSql'
import { readCount, type QueryTools } from './queryTools'

type ValueQueries = Pick<SnapshotQueries, 'bounds' | 'values' | 'valuesContaining' | 'existing'>

/** What values the columns have. */
export const createValueQueries = ({ use }: QueryTools): ValueQueries => ({
  async bounds(columns) {
    const expressions = columns
      .map(quotedIdentifier)
      .flatMap((column) => [`min(${column})::double`, `max(${column})::double`])
    const result = await use((connection, from) =>
      connection.runAndReadAll(`select ${expressions.join(', ')} from ${from}`),
    )
    const row = z.array(z.number().nullable()).parse(result.getRowsJS()[0])
    return new Map(
      columns.map((column, index) => {
        const [min, max] = [row[index * 2] ?? null, row[index * 2 + 1] ?? null]
        return [column, min === null || max === null ? null : { min, max }]
      }),
    )
  },

  values: (column, limit) => use((connection, from) => readValues(connection, quotedIdentifier(column), from, limit)),

  valuesContaining(column, text, limit) {
    const key = KEY_SQL[column]
    return use((connection, from) =>
      readValues(connection, column, `${from} where contains(${key(column)}, ${key('$1')})`, limit, [text]),
    )
  },

  async existing(column, wanted) {
    if (wanted.length === 0) return []
    const key = KEY_SQL[column]
    const result = await use((connection, from) =>
      connection.runAndReadAll(
        `with wanted as (select value as wanted, ${key('value')} as key from (select unnest($1::varchar[]) as value))
         select distinct wanted.wanted, ${column}
         from ${from} join wanted on ${key(column)} = wanted.key
         order by 2, 1`,
        [listValue([...wanted])],
      ),
    )
    return z
      .array(z.tuple([z.string(), z.string()]))
      .parse(result.getRowsJS())
      .map(([asWanted, value]) => ({ wanted: asWanted, value }))
  },
})

async function readValues(
  connection: DuckDBConnection,
  column: string,
  from: string,
  limit: number,
  values: DuckDBValue[] = [],
): Promise<Values> {
  const result = await connection.runAndReadAll(
    `select distinct ${column}::varchar from ${from} order by 1 limit ${Math.trunc(limit)}`,
    values,
  )
  return {
    values: z
      .array(z.tuple([z.string()]))
      .parse(result.getRowsJS())
      .map(([value]) => value),
    total: await readCount(connection, `select count(distinct ${column}) from ${from}`, values),
  }
}

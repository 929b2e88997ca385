import type { DuckDBConnection } from '@duckdb/node-api'
import { listValue } from '@duckdb/node-api'
import { z } from 'zod'
import { WHOLE_LIST_LIMIT } from '#contract/filters'
import type { LoadedSnapshot } from '../snapshots/service'
import { snapshotColumn } from '../snapshots/columns'
import type { FirstValues, SnapshotFacts } from './boundCatalogue'
import { FIRST_OPTIONS } from './boundCatalogue'
import { CATALOGUE_FILTERS } from './catalogue'
import { postcodeKey, referenceKey } from './predicate'

/** A text column whose values are looked up in the data. */
export type LookupColumn = 'household_reference' | 'postcode'

/** Case and, for postcodes, spaces do not count. */
const keyOf: Record<LookupColumn, (expression: string) => string> = {
  household_reference: referenceKey,
  postcode: postcodeKey,
}

const RANGE_COLUMNS = columnsOf((filter) => ['integer', 'money', 'degrees'].includes(snapshotColumn(filter.column).kind))
const PRESENT_COLUMNS = columnsOf((filter) => filter.onlyPresent === true)

function columnsOf(wanted: (filter: (typeof CATALOGUE_FILTERS)[number]) => boolean): string[] {
  return CATALOGUE_FILTERS.filter(wanted).map((filter) => filter.column)
}

/** Reads what the catalogue needs to know of a snapshot: one scan for the bounds, small ones for the rest. */
export async function readFacts(snapshot: LoadedSnapshot): Promise<SnapshotFacts> {
  return snapshot.use(async (connection, table) => {
    const bounds = await readBounds(connection, table)
    const present = new Map<string, Set<string>>()
    for (const column of PRESENT_COLUMNS) {
      present.set(column, new Set(await texts(connection, `select distinct "${column}"::varchar from ${table}`)))
    }
    return { wards: snapshot.wards, bounds, present, postcodes: await firstValues(connection, table, 'postcode') }
  })
}

/** What a list of a column's values begins with. */
export const readFirstValues = (snapshot: LoadedSnapshot, column: LookupColumn): Promise<FirstValues> =>
  snapshot.use((connection, table) => firstValues(connection, table, column))

async function firstValues(connection: DuckDBConnection, table: string, column: LookupColumn): Promise<FirstValues> {
  const total = await count(connection, `select count(distinct ${column}) from ${table}`)
  const limit = total > WHOLE_LIST_LIMIT ? FIRST_OPTIONS : WHOLE_LIST_LIMIT
  const first = await texts(connection, `select distinct ${column} from ${table} order by ${column} limit ${limit}`)
  return { first, total }
}

async function readBounds(connection: DuckDBConnection, table: string): Promise<SnapshotFacts['bounds']> {
  const expressions = RANGE_COLUMNS.flatMap((column) => [`min("${column}")::double`, `max("${column}")::double`])
  const result = await connection.runAndReadAll(`select ${expressions.join(', ')} from ${table}`)
  const row = z.array(z.number().nullable()).parse(result.getRowsJS()[0])
  return new Map(
    RANGE_COLUMNS.map((column, index) => {
      const [min, max] = [row[index * 2] ?? null, row[index * 2 + 1] ?? null]
      return [column, min === null || max === null ? null : { min, max }]
    }),
  )
}

/** Distinct values of a column that contain the query, in order, and how many there are. */
export async function findValues(
  snapshot: LoadedSnapshot,
  column: LookupColumn,
  query: string,
  limit: number,
): Promise<{ values: string[]; total: number }> {
  return snapshot.use(async (connection, table) => {
    const key = keyOf[column]
    const matching = `from ${table} where contains(${key(column)}, ${key('$1')})`
    return {
      total: await count(connection, `select count(distinct ${column}) ${matching}`, [query]),
      values: await texts(
        connection,
        `select distinct ${column} ${matching} order by ${column} limit ${Math.trunc(limit)}`,
        [query],
      ),
    }
  })
}

/** Which of the wanted values exist: each as the data have it, beside the keys that were asked for. */
export async function matchValues(
  snapshot: LoadedSnapshot,
  column: LookupColumn,
  wanted: readonly string[],
): Promise<{ asked: string; value: string }[]> {
  if (wanted.length === 0) return []
  const key = keyOf[column]
  const rows = await snapshot.use(async (connection, table) => {
    const result = await connection.runAndReadAll(
      `with wanted as (select value as asked, ${key('value')} as key from (select unnest($1::varchar[]) as value))
       select distinct wanted.asked, found.${column}
       from ${table} as found join wanted on ${key(`found.${column}`)} = wanted.key
       order by 2, 1`,
      [listValue([...wanted])],
    )
    return result.getRowsJS()
  })
  return z
    .array(z.tuple([z.string(), z.string()]))
    .parse(rows)
    .map(([asked, value]) => ({ asked, value }))
}

async function texts(connection: DuckDBConnection, sql: string, values: string[] = []): Promise<string[]> {
  const result = await connection.runAndReadAll(sql, values)
  return z
    .array(z.tuple([z.string()]))
    .parse(result.getRowsJS())
    .map(([value]) => value)
}

async function count(connection: DuckDBConnection, sql: string, values: string[] = []): Promise<number> {
  const result = await connection.runAndReadAll(sql, values)
  return Number(z.array(z.tuple([z.bigint()])).parse(result.getRowsJS())[0]?.[0] ?? 0)
}

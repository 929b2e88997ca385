import { DuckDBBitValue, type DuckDBConnection, type DuckDBResult, type DuckDBValue } from '@duckdb/node-api'
import { z } from 'zod'

/** A compiled condition: `$1` to `$n` and their values. */
interface Condition {
  readonly sql: string
  readonly values: DuckDBValue[]
}

/** What is added up over the matching households of one ward. Money in pounds. */
export interface WardTotals {
  readonly wardCode: string
  readonly households: number
  /** Sum of weekly incomes. */
  readonly income: number
  /** Households whose monthly cash balance is below zero. */
  readonly belowZero: number
  /** Sum of estimated unclaimed benefit a year. */
  readonly unclaimed: number
}

const totalsRow = z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])

/**
 * Counts and sums by ward in one scan; wards without a match are absent.
 * @param unclaimed the column of a household's unclaimed benefit, pounds a year.
 */
export async function totalsByWard(
  connection: DuckDBConnection,
  table: string,
  matching: Condition,
  unclaimed: string,
): Promise<WardTotals[]> {
  const result = await connection.runAndReadAll(
    `select ward_code::varchar, households::double, income::double, below_zero::double, unclaimed::double
     from (
       select ward_code, count(*) as households, sum(weekly_income) as income,
         count(*) filter (where monthly_cash_balance < 0) as below_zero, sum(${unclaimed}) as unclaimed
       from ${table} where ${matching.sql} group by ward_code
     )`,
    matching.values,
  )
  return z
    .array(totalsRow)
    .parse(result.getRowsJS())
    .map(([wardCode, households, income, belowZero, unclaimedSum]) => ({
      wardCode,
      households,
      income,
      belowZero,
      unclaimed: unclaimedSum,
    }))
}

/** How many households match. */
export async function countMatching(connection: DuckDBConnection, table: string, matching: Condition): Promise<number> {
  const result = await connection.runAndReadAll(
    `select count(*)::double from ${table} where ${matching.sql}`,
    matching.values,
  )
  return z.array(z.tuple([z.number()])).parse(result.getRowsJS())[0]?.[0] ?? 0
}

/**
 * Which rows match (see `LoadedSnapshot.use`), one bit a row, most significant bit first; undefined where none does. Made
 * by DuckDB: row numbers would come in dozens of chunks, and every chunk waits for a turn of the event loop.
 * @param bits how many there are to be, the rows or more: a multiple of eight.
 */
export async function matchingBits(
  connection: DuckDBConnection,
  table: string,
  matching: Condition,
  bits: number,
): Promise<Uint8Array | undefined> {
  const result = await connection.runAndReadAll(
    `select bitstring_agg(rowid, 0, ${Math.max(bits, 8) - 1}) from ${table} where ${matching.sql}`,
    matching.values,
  )
  const found = result.getRows()[0]?.[0]
  // The first byte counts the bits that fill up the second: none.
  return found instanceof DuckDBBitValue ? found.data.subarray(1) : undefined
}

/** Columns: row number, reference, ward code, longitude, latitude, of every household in row order. */
export function everyPoint(connection: DuckDBConnection, table: string): Promise<DuckDBResult> {
  return connection.stream(
    `select rowid::uinteger, household_reference, ward_code::varchar, longitude, latitude from ${table} order by rowid`,
  )
}

/** The given expressions for each matching household, in row order, read as slowly as they are asked for. */
export function matchingHouseholds(
  connection: DuckDBConnection,
  table: string,
  matching: Condition,
  expressions: readonly string[],
): Promise<DuckDBResult> {
  // No `order by`: DuckDB keeps the order of insertion, and a sort would hold every row in memory.
  return connection.stream(`select ${expressions.join(', ')} from ${table} where ${matching.sql}`, matching.values)
}

/** The named columns of each matching household as one JSON object, in row order. */
export function matchingRecords(
  connection: DuckDBConnection,
  table: string,
  matching: Condition,
  columns: readonly string[],
): Promise<DuckDBResult> {
  const fields = columns.map((column) => `"${column}" := "${column}"`)
  return connection.stream(
    `select to_json(struct_pack(${fields.join(', ')}))::varchar from ${table} where ${matching.sql}`,
    matching.values,
  )
}

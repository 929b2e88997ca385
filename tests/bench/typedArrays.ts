import type { DuckDBConnection } from '@duckdb/node-api'

/** The columns that the scan needs, one array each: what a server written for this one question would hold. Money in pence. */
export interface TypedColumns {
  readonly ward: Uint16Array
  readonly tenure: Uint8Array
  readonly universalCredit: Uint8Array
  readonly ageOfHead: Uint8Array
  readonly weeklyIncome: Int32Array
  readonly cashBalance: Int32Array
  /** Estimated unclaimed benefit a year. */
  readonly unclaimed: Int32Array
}

/** Reads the columns out of a snapshot's table. */
export async function readTypedColumns(connection: DuckDBConnection, table: string): Promise<TypedColumns> {
  const read = async <T extends Uint8Array | Uint16Array | Int32Array>(
    Of: { from(values: number[]): T },
    expression: string,
  ) => {
    const result = await connection.runAndReadAll(`select (${expression})::integer from ${table} order by rowid`)
    return Of.from((result.getColumns()[0] ?? []).map(Number))
  }
  const code = (column: string) => read(Uint8Array, `enum_code(${column})`)
  const pence = (column: string) => read(Int32Array, `${column} * 100`)
  return {
    ward: await read(Uint16Array, 'enum_code(ward_code)'),
    tenure: await code('tenure'),
    universalCredit: await read(Uint8Array, 'universal_credit'),
    ageOfHead: await read(Uint8Array, 'age_of_head'),
    weeklyIncome: await pence('weekly_income'),
    cashBalance: await pence('monthly_cash_balance'),
    unclaimed: await pence('unclaimed_a_year'),
  }
}

/** Its place among the values of `tenure`. */
const COUNCIL_RENT = 2

/** What the service's query answers, by hand: counts by ward and the headline sums. @returns [households, income, below zero, unclaimed]. */
export function scanByHand(columns: TypedColumns, filter: 'narrow' | 'broad'): { byWard: Uint32Array; sums: number[] } {
  const byWard = new Uint32Array(65_536)
  let [households, income, belowZero, unclaimed] = [0, 0, 0, 0]
  const { ward, tenure, universalCredit, ageOfHead, weeklyIncome, cashBalance } = columns
  const rows = ward.length
  const isNarrow = filter === 'narrow'
  for (let row = 0; row < rows; row++) {
    const matches = isNarrow
      ? tenure[row] === COUNCIL_RENT && universalCredit[row] === 1
      : ageOfHead[row]! >= 20 && ageOfHead[row]! <= 66
    if (!matches) continue
    households += 1
    byWard[ward[row]!]! += 1
    income += weeklyIncome[row]!
    if (cashBalance[row]! < 0) belowZero += 1
    unclaimed += columns.unclaimed[row]!
  }
  return { byWard, sums: [households, income / 100, belowZero, unclaimed / 100] }
}

import type { DuckDBConnection } from '@duckdb/node-api'
import { RATES } from '../../src/server/modules/calculator/rates'

/** The columns that the scan needs, one array each: what a server written for this one question would hold. Money in pence. */
export interface TypedColumns {
  readonly ward: Uint16Array
  readonly tenure: Uint8Array
  readonly universalCredit: Uint8Array
  readonly ageOfHead: Uint8Array
  readonly weeklyIncome: Int32Array
  readonly cashBalance: Int32Array
  readonly pensionCredit: Uint8Array
  readonly weeklyAward: Int32Array
  readonly attendanceAllowance: Uint8Array
  readonly healthyStart: Uint8Array
  readonly freeSchoolMeals: Uint8Array
  readonly children: Uint8Array
  /** 255 where there is none. */
  readonly youngestChild: Uint8Array
}

/** Reads the columns out of a snapshot's table. */
export async function readTypedColumns(connection: DuckDBConnection, table: string): Promise<TypedColumns> {
  const read = async <T extends Uint8Array | Uint16Array | Int32Array>(Of: { from(values: number[]): T }, expression: string) => {
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
    pensionCredit: await code('pension_credit'),
    weeklyAward: await pence('pension_credit_weekly_award'),
    attendanceAllowance: await code('attendance_allowance'),
    healthyStart: await code('healthy_start'),
    freeSchoolMeals: await code('free_school_meals'),
    children: await read(Uint8Array, 'number_of_children'),
    youngestChild: await read(Uint8Array, 'coalesce(youngest_child_age, 255)'),
  }
}

/** The enums' second value: "eligible, not claiming" and "likely eligible". */
const UNCLAIMED = 1
const COUNCIL_RENT = 2

const pence = (pounds: number) => Math.round(pounds * 100)
const ATTENDANCE = pence(RATES.attendanceAllowance.lowerAWeek * RATES.weeksAYear)
const UNDER_ONE = pence(RATES.healthyStart.underOneAWeek * RATES.weeksAYear)
const OTHERWISE = pence(RATES.healthyStart.otherwiseAWeek * RATES.weeksAYear)
const { aMeal, mealsAWeek, schoolWeeksAYear } = RATES.freeSchoolMeals
const MEALS = pence(aMeal * mealsAWeek * schoolWeeksAYear)

/** What the service's query answers, by hand: counts by ward and the headline sums. @returns [households, income, below zero, unclaimed]. */
export function scanByHand(columns: TypedColumns, filter: 'narrow' | 'broad'): { byWard: Uint32Array; sums: number[] } {
  const byWard = new Uint32Array(65_536)
  let [households, income, belowZero, unclaimed] = [0, 0, 0, 0]
  const { ward, tenure, universalCredit, ageOfHead, weeklyIncome, cashBalance } = columns
  const { pensionCredit, weeklyAward, attendanceAllowance, healthyStart, freeSchoolMeals, children, youngestChild } = columns
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
    if (pensionCredit[row] === UNCLAIMED) unclaimed += weeklyAward[row]! * RATES.weeksAYear
    if (attendanceAllowance[row] === UNCLAIMED) unclaimed += ATTENDANCE
    if (healthyStart[row] === UNCLAIMED) unclaimed += youngestChild[row]! < 1 ? UNDER_ONE : OTHERWISE
    if (freeSchoolMeals[row] === UNCLAIMED) {
      unclaimed += Math.max(children[row]! - (youngestChild[row]! < 4 ? 1 : 0), 1) * MEALS
    }
  }
  return { byWard, sums: [households, income / 100, belowZero, unclaimed / 100] }
}

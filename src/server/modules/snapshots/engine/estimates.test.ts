import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { ESTIMATE_COLUMNS, SNAPSHOT_COLUMNS } from '../columns'
import { ESTIMATES, UNCLAIMED_COLUMN } from './estimates'

const UNCLAIMED_A_YEAR = UNCLAIMED_COLUMN.expression

interface Household {
  pension_credit?: string
  award?: number
  attendance_allowance?: string
  healthy_start?: string
  free_school_meals?: string
  children?: number
  youngest?: number | null
  ward?: string
}

async function estimate(expression: string, household: Household): Promise<number> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const no = 'not_eligible'
  const result = await connection.runAndReadAll(
    `select (${expression})::decimal(12,2)::double from (select
       $1 as pension_credit, $2::decimal(9,2) as pension_credit_weekly_award, $3 as attendance_allowance,
       $4 as healthy_start, $5 as free_school_meals, $6::utinyint as number_of_children, $7::utinyint as youngest_child_age,
       $8 as ward_code)`,
    [
      household.pension_credit ?? no,
      household.award ?? 0,
      household.attendance_allowance ?? no,
      household.healthy_start ?? no,
      household.free_school_meals ?? no,
      household.children ?? 0,
      household.youngest ?? null,
      household.ward ?? 'E05000001',
    ],
  )
  return Number(result.getRowsJS()[0]?.[0])
}

const open = 'eligible_not_claiming'

test('nothing where nothing is unclaimed', async () => {
  expect(await estimate(UNCLAIMED_A_YEAR, { award: 50, children: 3, youngest: 0 })).toBe(0)
  const claiming = {
    pension_credit: 'claiming',
    award: 50,
    attendance_allowance: 'claiming',
    healthy_start: 'claiming',
  }
  expect(await estimate(UNCLAIMED_A_YEAR, claiming)).toBe(0)
})

test('Pension Credit: the household’s own weekly award for 52 weeks', async () => {
  expect(await estimate(ESTIMATES.pension_credit_a_year, { pension_credit: open, award: 74.59 })).toBe(3878.68)
})

test('Attendance Allowance: £76.70 a week, or £114.60 at the higher rate', async () => {
  const household = { attendance_allowance: 'likely_eligible' }
  expect(await estimate(ESTIMATES.attendance_allowance_a_year, household)).toBe(3988.4)
  expect(await estimate(ESTIMATES.attendance_allowance_at_higher_rate_a_year, household)).toBe(5959.2)
})

test.each([
  [0, 483.6],
  [1, 241.8],
  [3, 241.8],
  [null, 241.8],
])('Healthy Start with a youngest child of %s', async (youngest, pounds) => {
  expect(await estimate(ESTIMATES.healthy_start_a_year, { healthy_start: open, youngest })).toBe(pounds)
})

test.each([
  ['E05000001', 1, 8, 495.9],
  ['E05000001', 3, 8, 1487.7],
  // One of the three is not at school yet.
  ['E05000001', 3, 2, 991.8],
  // Of unknown age.
  ['E05000001', 1, null, 495.9],
  // Up to year 2, primary 5 and year 6 they eat free already.
  ['E05000001', 1, 6, 0],
  ['E05000001', 2, 6, 495.9],
  ['E05000001', 1, 7, 495.9],
  ['S13002482', 1, 8, 0],
  ['S13002482', 1, 9, 495.9],
  ['W05000001', 1, 10, 0],
  ['W05000001', 1, 11, 495.9],
  ['N08000101', 1, 3, 0],
  ['N08000101', 1, 4, 495.9],
])('free school meals in %s for %s children, the youngest %s', async (ward, children, youngest, pounds) => {
  const household = { free_school_meals: open, children, youngest, ward }
  expect(await estimate(ESTIMATES.free_school_meals_a_year, household)).toBe(pounds)
})

test('the year’s total is the four together', async () => {
  const household = {
    pension_credit: open,
    award: 10,
    attendance_allowance: 'likely_eligible',
    healthy_start: open,
    free_school_meals: open,
    children: 2,
    youngest: 8,
  }
  expect(await estimate(UNCLAIMED_A_YEAR, household)).toBe(520 + 3988.4 + 241.8 + 991.8)
})

test('every estimate names the columns that it is worked out from', () => {
  const sqlOf = { ...ESTIMATES, unclaimed_a_year: UNCLAIMED_A_YEAR }
  for (const [name, columns] of Object.entries(ESTIMATE_COLUMNS)) {
    const words = new Set(sqlOf[name as keyof typeof sqlOf].match(/\w+/g))
    const used = SNAPSHOT_COLUMNS.map((column) => column.name).filter((column) => words.has(column))
    expect(new Set(columns), name).toEqual(new Set(used))
  }
})

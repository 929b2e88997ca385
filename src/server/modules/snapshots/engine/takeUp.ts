/**
 * Households that a campaign brought to claim: docs/product.md#report. Missing or stopped households do not count; one
 * that stops and starts again is not a second new claim.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { z } from 'zod'
import type { MonthTakeUp } from '../snapshot'

export interface MonthFile {
  /** yyyy-mm-dd. */
  readonly month: string
  /** SQL, types as COLUMN_TYPES. */
  readonly from: string
}

const rows = z.array(
  z.object({
    month: z.string(),
    claiming: z.number(),
    carers: z.number(),
    weeklyPence: z.number(),
    newClaims: z.number(),
  }),
)

/**
 * Compares later months with the campaign's, the first. Only counts leave the database.
 * @param contacted references, in pages.
 */
export async function compareTakeUp(
  connection: DuckDBConnection,
  [campaignMonth, ...later]: readonly MonthFile[],
  contacted: AsyncIterable<readonly string[]>,
): Promise<MonthTakeUp[]> {
  if (!campaignMonth || later.length === 0) return []
  await fillContacted(connection, contacted)
  try {
    const result = await connection.runAndReadAll(
      takeUpQuery(campaignMonth, later),
      later.map(({ month }) => month),
    )
    const found = new Map(rows.parse(result.getRowObjectsJS()).map((row) => [row.month, row]))
    return later.map(({ month }) => found.get(month) ?? { month, claiming: 0, carers: 0, weeklyPence: 0, newClaims: 0 })
  } finally {
    await connection.run('drop table contacted')
  }
}

async function fillContacted(connection: DuckDBConnection, contacted: AsyncIterable<readonly string[]>): Promise<void> {
  await connection.run('create or replace temp table contacted (household_reference varchar)')
  const appender = await connection.createAppender('contacted', undefined, 'temp')
  for await (const page of contacted) {
    for (const reference of page) {
      appender.appendVarchar(reference)
      appender.endRow()
    }
  }
  appender.closeSync()
}

function takeUpQuery(campaignMonth: MonthFile, later: readonly MonthFile[]): string {
  const claims = later.map(
    ({ from }, index) => `
      select $${index + 1}::varchar as month, household_reference, carer, pension_credit_weekly_award as award
      from ${from} where pension_credit = 'claiming'`,
  )
  return `
    with open as (
      select household_reference from ${campaignMonth.from} semi join contacted using (household_reference)
      where pension_credit <> 'claiming'),
    claims as (
      select *, min(month) over (partition by household_reference) as first_month
      from (${claims.join(' union all ')}) semi join open using (household_reference))
    select month, count(*)::double as claiming, count(*) filter (carer)::double as carers,
      (sum(award) * 100)::double as "weeklyPence", count(*) filter (month = first_month)::double as "newClaims"
    from claims group by month`
}

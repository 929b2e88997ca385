/** docs/product.md#report. Stopping and starting again is not a second claim. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { z } from 'zod'
import {
  MAX_DRAWN_TOGETHER,
  type ClaimsByGroup,
  type GroupClaims,
  type ListedHousehold,
  type MonthTakeUp,
  type TakeUpComparison,
} from '../snapshot'

export interface MonthSource {
  /** yyyy-mm-dd. */
  readonly month: string
  readonly from: string
}

const monthRows = z.array(
  z.object({
    month: z.string(),
    claiming: z.number(),
    carers: z.number(),
    weeklyPence: z.number(),
    newClaims: z.number(),
  }),
)
const claimantRows = z.array(z.tuple([z.string(), z.number()]))
const groupRows = z.array(
  z.object({
    group: z.string(),
    households: z.number(),
    claiming: z.number(),
    weeklyPence: z.number(),
    stayed: z.number(),
    units: z.number(),
    sizeSquares: z.number(),
    claimSquares: z.number(),
    claimsBySize: z.number(),
    penceSquares: z.number(),
    penceBySize: z.number(),
  }),
)

/** Compares later months, in order, with one before sending. */
export async function compareTakeUp(
  connection: DuckDBConnection,
  before: MonthSource | undefined,
  later: readonly MonthSource[],
  contacted: AsyncIterable<readonly string[]>,
): Promise<TakeUpComparison> {
  const last = later.at(-1)
  if (!before || !last) return { before: before?.month ?? null, months: [], claimants: new Map() }
  const none = (month: string): MonthTakeUp => ({ month, claiming: 0, carers: 0, weeklyPence: 0, newClaims: 0 })
  return withListed(connection, inOneGroup(contacted), async () => {
    const claims = `with ${openHouseholds(before)}, claims as (
      select *, min(month) over (partition by household_reference) as first_month
      from (${later.map(selectClaims).join(' union all ')}) semi join open using (household_reference))`
    const parameters = later.map(({ month }) => month)
    const byMonth = await connection.runAndReadAll(
      `${claims} select month, count(*)::double as claiming, count(*) filter (carer)::double as carers,
         (sum(award) * 100)::double as "weeklyPence", count(*) filter (month = first_month)::double as "newClaims"
       from claims group by month`,
      parameters,
    )
    const claimants = await connection.runAndReadAll(
      `${claims} select household_reference, (award * 100)::double from claims where month = $${later.length}`,
      parameters,
    )
    const found = new Map(monthRows.parse(byMonth.getRowObjectsJS()).map((row) => [row.month, row]))
    return {
      before: before.month,
      months: later.map(({ month }) => found.get(month) ?? none(month)),
      claimants: new Map(claimantRows.parse(claimants.getRowsJS())),
    }
  })
}

/** By group, households not claiming in one month, and those claiming later. `others` are eligible and in no group. */
export async function compareGroups(
  connection: DuckDBConnection,
  before: MonthSource,
  later: MonthSource,
  listed: AsyncIterable<readonly ListedHousehold[]>,
): Promise<ClaimsByGroup> {
  // A unit's households share its group.
  const counts = (from: string) => `
    with households as (
      select "group", unit, (before.pension_credit <> 'claiming')::int as size, (later.pension_credit is not null) as stayed,
        size * coalesce(later.pension_credit = 'claiming', false)::int as claims,
        case when claims = 1 then later.pension_credit_weekly_award * 100 else 0 end::double as pence
      from (${from}) as before left join ${later.from} as later using (household_reference)),
    units as (
      select "group", sum(size)::double as size, sum(claims)::double as claims, sum(pence) as pence,
        count(*) filter (stayed) as stayed
      from households group by "group", unit)
    select "group", sum(size) as households, sum(claims) as claiming, sum(pence) as "weeklyPence",
      sum(stayed)::double as stayed, count(*) filter (size > 0)::double as units, sum(size * size) as "sizeSquares",
      sum(claims * claims) as "claimSquares", sum(claims * size) as "claimsBySize",
      sum(pence * pence) as "penceSquares", sum(pence * size) as "penceBySize"
    from units group by "group"`
  return withListed(connection, listed, async () => {
    const read = async (from: string) =>
      groupRows.parse((await connection.runAndReadAll(counts(from))).getRowObjectsJS())
    const groups = await read(`
      select "group", household_reference, pension_credit,
        case when of_address then place else household_reference end as unit
      from (
        select "group", household_reference, pension_credit, longitude || ' ' || latitude as place,
          count(*) over (partition by "group", place) between 2 and ${MAX_DRAWN_TOGETHER} as of_address
        from ${before.from} join listed using (household_reference))`)
    const [others] = await read(`
      select 'others' as "group", household_reference, pension_credit,
        case when count(*) over (partition by place) between 2 and ${MAX_DRAWN_TOGETHER} then place
          else household_reference end as unit
      from (
        select household_reference, pension_credit, longitude || ' ' || latitude as place
        from ${before.from} anti join listed using (household_reference)
        where pension_credit = 'eligible_not_claiming')`)
    return { of: (group) => groups.find((row) => row.group === group) ?? NOBODY, others: others ?? NOBODY }
  })
}

const NOBODY: GroupClaims = {
  households: 0,
  claiming: 0,
  weeklyPence: 0,
  stayed: 0,
  units: 0,
  sizeSquares: 0,
  claimSquares: 0,
  claimsBySize: 0,
  penceSquares: 0,
  penceBySize: 0,
}

async function* inOneGroup(pages: AsyncIterable<readonly string[]>): AsyncGenerator<ListedHousehold[]> {
  for await (const page of pages) yield page.map((reference) => ({ reference, group: '' }))
}

async function withListed<T>(
  connection: DuckDBConnection,
  pages: AsyncIterable<readonly ListedHousehold[]>,
  work: () => Promise<T>,
): Promise<T> {
  await connection.run('create or replace temp table listed (household_reference varchar, "group" varchar)')
  try {
    const appender = await connection.createAppender('listed', undefined, 'temp')
    for await (const page of pages) {
      for (const { reference, group } of page) {
        appender.appendVarchar(reference)
        appender.appendVarchar(group)
        appender.endRow()
      }
    }
    appender.closeSync()
    return await work()
  } finally {
    await connection.run('drop table listed')
  }
}

const openHouseholds = (before: MonthSource) => `
  open as (select household_reference from ${before.from} semi join listed using (household_reference)
    where pension_credit <> 'claiming')`

const selectClaims = ({ from }: MonthSource, index: number) => `
  select $${index + 1}::varchar as month, household_reference, carer, pension_credit_weekly_award as award
  from ${from} where pension_credit = 'claiming'`

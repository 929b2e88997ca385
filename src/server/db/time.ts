import { setTimeout } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from './engine'
import { parseRows } from './rows'

/** Half-open: `until` is excluded. */
export interface Span {
  readonly from: SQL
  readonly until: SQL
}

/** SQL: a timestamp's month in London, yyyy-mm. */
export const selectMonth = (moment: unknown): SQL<string> =>
  sql<string>`to_char(${moment} at time zone 'Europe/London', 'YYYY-MM')`

/** SQL: London midnight, `daysOn` days after `day` (yyyy-mm-dd). */
export const dayStart = (day: string, daysOn = 0): SQL =>
  sql`((${day}::date + ${daysOn}::int)::timestamp at time zone 'Europe/London')`

export interface Clock {
  /** The database's clock, shared by servers. */
  now(tx: Tx): Promise<Date>
  wait(milliseconds: number): Promise<void>
}

const timeRow = z.object({ now: z.coerce.number() })

export const recordsClock: Clock = {
  async now(tx) {
    const [row] = parseRows(await tx.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as now`), timeRow)
    return new Date(row?.now ?? Number.NaN)
  },
  wait: (milliseconds) => setTimeout(milliseconds),
}

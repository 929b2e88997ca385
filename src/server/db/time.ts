import { setTimeout } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from './database'
import { rowsOf } from './rows'

/** A time span as the records have it: from a moment, up to but without another. */
export interface Span {
  readonly from: SQL
  readonly until: SQL
}

/** Of a moment, its month in London as yyyy-mm. */
export const monthOf = (moment: unknown): SQL<string> =>
  sql<string>`to_char(${moment} at time zone 'Europe/London', 'YYYY-MM')`

/** The first moment of a day of London, some days on. @param day yyyy-mm-dd */
export const dayStart = (day: string, daysOn = 0): SQL =>
  sql`((${day}::date + ${daysOn}::int)::timestamp at time zone 'Europe/London')`

/** Time for work that several servers share; tests have their own. */
export interface Clock {
  /** The time of the records, the same for every server. */
  now(tx: Tx): Promise<Date>
  wait(milliseconds: number): Promise<void>
}

const timeRow = z.object({ now: z.coerce.number() })

/** The database's clock. */
export const recordsClock: Clock = {
  async now(tx) {
    const [row] = rowsOf(await tx.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as now`), timeRow)
    return new Date(row?.now ?? Number.NaN)
  },
  wait: (milliseconds) => setTimeout(milliseconds),
}

import { sql, type SQL } from 'drizzle-orm'

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

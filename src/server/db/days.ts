import { sql, type SQL } from 'drizzle-orm'

/** The first moment of a day of London, some days on. @param day yyyy-mm-dd */
export const dayStart = (day: string, daysOn = 0): SQL =>
  sql`((${day}::date + ${daysOn}::int)::timestamp at time zone 'Europe/London')`

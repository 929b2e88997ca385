import { timestamp } from 'drizzle-orm/pg-core'

/** A moment in time, whatever zone anybody is in. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

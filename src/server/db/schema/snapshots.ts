import { date, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

export const snapshots = pgTable(
  'snapshots',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    /** The first of the month, yyyy-mm-dd. */
    month: date({ mode: 'string' }).notNull(),
    /** Random; the only thing that ever names the snapshot's file. */
    fileKey: text('file_key').notNull().unique(),
    householdCount: integer('household_count').notNull(),
    /** The wards with their shapes, parsed by modules/snapshots when read. */
    wards: jsonb().$type<unknown>().notNull(),
    importedAt: moment('imported_at').notNull().defaultNow(),
  },
  (table) => [unique('snapshots_month').on(table.organisationId, table.month), ownRowsOnly()],
)

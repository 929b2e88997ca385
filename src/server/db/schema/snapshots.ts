import { date, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

export const snapshots = pgTable(
  'snapshots',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    month: date({ mode: 'string' }).notNull(),
    fileKey: text('file_key').notNull().unique(),
    householdCount: integer('household_count').notNull(),
    wards: jsonb().$type<unknown>().notNull(),
    importedAt: moment('imported_at').notNull().defaultNow(),
  },
  (table) => [unique('snapshots_month').on(table.organisationId, table.month), ownRowsOnly()],
)

import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

export const filterTemplates = pgTable(
  'filter_templates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Angle brackets escaped, as on the wire. */
    name: text().notNull(),
    rows: jsonb().$type<unknown>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('filter_templates_name').on(table.organisationId, table.ownerId, sql`lower(${table.name})`),
    index('filter_templates_owner').on(table.ownerId),
    ownRowsOnly(),
  ],
)

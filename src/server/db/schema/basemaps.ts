import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { organisations } from './organisations'
import { ownRowsOnly } from './tenancy'

export const basemaps = pgTable(
  'basemaps',
  {
    organisationId: uuid('organisation_id')
      .primaryKey()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    attribution: text().notNull(),
    features: jsonb().$type<unknown>().notNull(),
  },
  () => [ownRowsOnly()],
)

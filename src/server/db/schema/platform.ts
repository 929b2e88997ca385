import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organisationId: organisationId(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    reply: jsonb().$type<unknown>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.personId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
    ownRowsOnly(),
  ],
)

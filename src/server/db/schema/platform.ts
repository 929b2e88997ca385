import { bigint, boolean, date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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

/** Addresses that were given out for a file each. */
export const uploads = pgTable(
  'uploads',
  {
    key: text().primaryKey(),
    organisationId: organisationId(),
    /** In London. */
    day: date().notNull(),
    /** The most that may arrive. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Closed once whatever arrives is not wanted any more. */
    isOpen: boolean('is_open').notNull().default(true),
  },
  (table) => [index('uploads_of_day').on(table.organisationId, table.day), ownRowsOnly()],
)

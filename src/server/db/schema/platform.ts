import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
    /** Keyed. Empty: of before, when it was not. */
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

/** Addresses given out, one file each. */
export const uploads = pgTable(
  'uploads',
  {
    key: text().primaryKey(),
    organisationId: organisationId(),
    /** In London. */
    day: date().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** False: nothing more is wanted. */
    isOpen: boolean('is_open').notNull().default(true),
  },
  (table) => [index('uploads_of_day').on(table.organisationId, table.day), ownRowsOnly()],
)

/** At most one row: the key that seals and signs the records. */
export const recordsKey = pgTable(
  'records_key',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    fingerprint: text().notNull(),
  },
  (table) => [check('records_key_one_row', sql`${table.isOnly}`)],
)

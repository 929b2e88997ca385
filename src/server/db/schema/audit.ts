import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** Never household data. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    organisationId: organisationId(),
    actorEmail: text('actor_email').notNull(),
    actorRole: text('actor_role').notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    quantity: integer(),
    /** In the chain, from 1. Anything else was not written by modules/organisations/audit. */
    position: bigint({ mode: 'number' }),
    /** Over the entry and the previous hash. */
    hash: text(),
  },
  (table) => [
    check('audit_entries_position', sql`${table.position} is not null and ${table.position} > 0`),
    index('audit_entries_in_chain').on(table.organisationId, table.position),
    index('audit_entries_of_organisation').on(table.organisationId, table.at),
    index('audit_entries_by_time').on(table.at),
    ownRowsOnly(),
  ],
)

export const auditHeads = pgTable(
  'audit_heads',
  {
    organisationId: organisationId().primaryKey(),
    position: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
  },
  () => [ownRowsOnly()],
)

/** Signed with the instance's key. */
export const auditStarts = pgTable(
  'audit_starts',
  {
    organisationId: organisationId().primaryKey(),
    /** The last entry that was deleted by age; 0: none. */
    position: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
    /** First entry with a keyed hash. Null: begun without a key. */
    keyedFrom: bigint('keyed_from', { mode: 'number' }),
    signature: text().notNull(),
  },
  () => [ownRowsOnly()],
)

/** Past heads, signed with the instance's key. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    organisationId: organisationId(),
    position: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
    sealedAt: moment('sealed_at').notNull().defaultNow(),
    signature: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.position] }), ownRowsOnly()],
)

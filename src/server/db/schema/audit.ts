import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** No household data, ever. */
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
  },
  (table) => [
    index('audit_entries_of_organisation').on(table.organisationId, table.at),
    index('audit_entries_by_time').on(table.at),
    ownRowsOnly(),
  ],
)

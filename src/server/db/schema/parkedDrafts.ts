import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '#contract/session'
import { moment } from './columns'
import { organisationId } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

/** Campaign drafts of super administrators whose device was wiped for another view: see modules/sessions/parking.ts. */
export const parkedDrafts = pgTable(
  'parked_drafts',
  {
    organisationId: organisationId(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The role in effect: a device keeps drafts apart by it too. */
    role: text({ enum: ROLES }).notNull(),
    id: uuid().notNull(),
    /** The session whose device was wiped: while it lasts, no other of the person's fetches them. */
    sessionIdHash: text('session_id_hash').notNull().default(''),
    /** As the device had it; parsed there when it comes back. */
    draft: jsonb().$type<unknown>().notNull(),
    parkedAt: moment('parked_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.personId, table.role, table.id] }),
    index('parked_drafts_of_person').on(table.personId),
    ownRowsOnly(),
  ],
)

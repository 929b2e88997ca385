import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { organisations } from './organisations'
import { ownRowsOnly } from './tenancy'

/** Whether a reply of the policy assistant was useful. Neither the question, nor the reply, nor who asked. */
export const policyFeedback = pgTable(
  'policy_feedback',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    useful: boolean().notNull(),
    /** The names of the notes that the reply quoted. */
    notes: text().array().notNull(),
    byModel: boolean('by_model').notNull(),
  },
  () => [ownRowsOnly()],
)

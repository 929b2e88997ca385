import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** Holds neither question, reply nor person. */
export const assistantFeedback = pgTable(
  'assistant_feedback',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    at: moment('at').notNull().defaultNow(),
    useful: boolean().notNull(),
    notes: text().array().notNull(),
    byModel: boolean('by_model').notNull(),
  },
  () => [ownRowsOnly()],
)

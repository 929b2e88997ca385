import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** Whether a reply of the policy assistant was useful. Neither the question, nor the reply, nor who asked. */
export const policyFeedback = pgTable(
  'policy_feedback',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    at: moment('at').notNull().defaultNow(),
    useful: boolean().notNull(),
    /** The names of the notes that the reply quoted. */
    notes: text().array().notNull(),
    byModel: boolean('by_model').notNull(),
  },
  () => [ownRowsOnly()],
)

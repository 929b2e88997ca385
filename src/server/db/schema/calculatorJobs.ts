import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { CALCULATOR_JOB_STATES } from '#contract/calculator'
import { organisations } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

export const calculatorJobs = pgTable(
  'calculator_jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    requestedBy: uuid('requested_by').references(() => people.id, { onDelete: 'set null' }),
    state: text({ enum: CALCULATOR_JOB_STATES }).notNull().default('queued'),
    /** Why it failed, in words. */
    failure: text(),
    householdCount: integer('household_count').notNull(),
    /** Names the result file; null until there is one. */
    resultKey: text('result_key'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [index('calculator_jobs_of_organisation').on(table.organisationId, table.createdAt), ownRowsOnly()],
)

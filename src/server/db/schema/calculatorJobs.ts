import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CALCULATOR_JOB_STATES } from '#contract/calculator'
import { moment } from './columns'
import { organisationId } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

export const calculatorJobs = pgTable(
  'calculator_jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    requestedBy: uuid('requested_by').references(() => people.id, { onDelete: 'set null' }),
    state: text({ enum: CALCULATOR_JOB_STATES }).notNull().default('queued'),
    failure: text(),
    householdCount: integer('household_count').notNull(),
    /** The result file; null until it exists. */
    resultKey: text('result_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [index('calculator_jobs_of_organisation').on(table.organisationId, table.createdAt), ownRowsOnly()],
)

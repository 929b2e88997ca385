import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '#contract/session'
import { moment } from './columns'
import { organisations } from './organisations'
import { ownRowsOnly } from './tenancy'

export const people = pgTable(
  'people',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Compared without case. */
    email: text().notNull(),
    /** Null: the provider's staff. */
    organisationId: uuid('organisation_id').references(() => organisations.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    passwordHash: text('password_hash'),
    /** See db/demo.ts. */
    isDemo: boolean('is_demo').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('people_email_in_organisation').on(sql`lower(${table.email})`, table.organisationId),
    uniqueIndex('people_email_of_staff')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.organisationId} is null`),
    index('people_organisation').on(table.organisationId),
    ownRowsOnly(),
  ],
)

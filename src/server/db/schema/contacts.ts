import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** Personal data: only campaigns may read it. */
export const contacts = pgTable(
  'contacts',
  {
    organisationId: organisationId(),
    householdReference: text('household_reference').notNull(),
    title: text().notNull().default(''),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    addressLine1: text('address_line_1').notNull().default(''),
    addressLine2: text('address_line_2').notNull().default(''),
    town: text().notNull().default(''),
    postcode: text().notNull().default(''),
    mobile: text().notNull().default(''),
    preferredLanguage: text('preferred_language').notNull().default(''),
    doNotContact: boolean('do_not_contact').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.householdReference] }), ownRowsOnly()],
)

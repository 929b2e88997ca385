import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'

/** At most one row. */
export const providerIdentity = pgTable(
  'provider_identity',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    issuer: text().notNull(),
    clientId: text('client_id').notNull(),
    clientSecret: text('client_secret'),
    emailDomains: text('email_domains').array().notNull(),
    /** As for organisations. */
    sendsIss: boolean('sends_iss').notNull().default(false),
    trustsEmailDomains: boolean('trusts_email_domains').notNull().default(false),
  },
  (table) => [check('provider_identity_one_row', sql`${table.isOnly}`)],
)

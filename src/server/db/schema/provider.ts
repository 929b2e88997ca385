import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'

/** How the provider's own staff sign in. One row at most: there is one provider. */
export const providerIdentity = pgTable(
  'provider_identity',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    issuer: text().notNull(),
    clientId: text('client_id').notNull(),
    clientSecret: text('client_secret'),
    /** The e-mail domains of the provider's staff, lower case, in their ASCII form. */
    emailDomains: text('email_domains').array().notNull(),
    /** The issuer names itself (`iss`) in every return of a browser, as RFC 9207 has it. */
    sendsIss: boolean('sends_iss').notNull().default(false),
    /** The issuer's word is taken for these domains where it sends no `email_verified`. */
    trustsEmailDomains: boolean('trusts_email_domains').notNull().default(false),
  },
  (table) => [check('provider_identity_one_row', sql`${table.isOnly}`)],
)

import { boolean, date, doublePrecision, index, pgTable, primaryKey, text, uuid, check } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { moment } from './columns'
import { ownOrganisationOnly, ownRowsOnly } from './tenancy'

export const organisations = pgTable(
  'organisations',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    campaignsEnabled: boolean('campaigns_enabled').notNull().default(false),
    isDemo: boolean('is_demo').notNull().default(false),
    /** Null: the embedded provider. */
    issuer: text(),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    /** Expiry, where the issuer gives one. */
    clientSecretEnds: date('client_secret_ends'),
    /** RFC 9207. */
    sendsIss: boolean('sends_iss').notNull().default(false),
    /** Trusted for the organisation's domains without `email_verified`. */
    trustsEmailDomains: boolean('trusts_email_domains').notNull().default(false),
    /** `acr` or `amr` must include one; empty accepts the issuer's choice. */
    strengths: text().array().notNull().default([]),
    /** WGS84; null: the middle of the wards. */
    mapLatitude: doublePrecision('map_latitude'),
    mapLongitude: doublePrecision('map_longitude'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  () => [ownOrganisationOnly()],
)

/** Cascades from the organisation. */
export const organisationId = () =>
  uuid('organisation_id')
    .notNull()
    .references(() => organisations.id, { onDelete: 'cascade' })

/** May lead to several organisations. */
export const organisationDomains = pgTable(
  'organisation_domains',
  {
    domain: text().notNull(),
    organisationId: organisationId(),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.organisationId] }),
    index('organisation_domains_organisation').on(table.organisationId),
    ownRowsOnly(),
  ],
)

/** At most one row. */
export const providerIdentity = pgTable(
  'provider_identity',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    issuer: text().notNull(),
    clientId: text('client_id').notNull(),
    clientSecret: text('client_secret'),
    clientSecretEnds: date('client_secret_ends'),
    emailDomains: text('email_domains').array().notNull(),
    sendsIss: boolean('sends_iss').notNull().default(false),
    trustsEmailDomains: boolean('trusts_email_domains').notNull().default(false),
    strengths: text().array().notNull().default([]),
  },
  (table) => [check('provider_identity_one_row', sql`${table.isOnly}`)],
)

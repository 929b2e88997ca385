import { boolean, doublePrecision, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
    /** The organisation's own OpenID Connect issuer; without one the embedded provider signs its people in. */
    issuer: text(),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    /** Its issuer names itself (`iss`) in every return of a browser, as RFC 9207 has it. */
    sendsIss: boolean('sends_iss').notNull().default(false),
    /** Its issuer's word is taken for the organisation's e-mail domains where it sends no `email_verified`. */
    trustsEmailDomains: boolean('trusts_email_domains').notNull().default(false),
    /** Where the map starts, WGS84 degrees; without it, the middle of the wards. */
    mapLatitude: doublePrecision('map_latitude'),
    mapLongitude: doublePrecision('map_longitude'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  () => [ownOrganisationOnly()],
)

/** Whose a row is; it goes with its organisation. */
export const organisationId = () =>
  uuid('organisation_id')
    .notNull()
    .references(() => organisations.id, { onDelete: 'cascade' })

/** One e-mail domain may lead to several organisations. */
export const organisationDomains = pgTable(
  'organisation_domains',
  {
    /** Lower case, in its ASCII form. */
    domain: text().notNull(),
    organisationId: organisationId(),
  },
  (table) => [
    primaryKey({ columns: [table.domain, table.organisationId] }),
    index('organisation_domains_organisation').on(table.organisationId),
    ownRowsOnly(),
  ],
)

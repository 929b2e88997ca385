import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '#contract/session'
import { moment } from './columns'
import { organisationId, organisations } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the id in the cookie: who reads this table cannot take over a session. */
    idHash: text('id_hash').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The organisation signed in to. */
    organisationId: organisationId(),
    /** Set while viewing as another organisation or role. */
    temporaryOrganisationId: uuid('temporary_organisation_id').references(() => organisations.id, {
      onDelete: 'set null',
    }),
    temporaryRole: text('temporary_role', { enum: ROLES }),
    /** Who signed the person in: that issuer wants its ID token back at sign-out. */
    issuer: text(),
    idToken: text('id_token'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sessions_person').on(table.personId),
    index('sessions_organisation').on(table.organisationId),
    index('sessions_expiry').on(table.expiresAt),
    ownRowsOnly(),
  ],
)

/** A sign-in under way: what left with the browser and must come back with it, once. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 of the id in the browser's cookie for this attempt. */
    idHash: text('id_hash').primaryKey(),
    /** Null: at the provider's own issuer, where the organisation is chosen afterwards. */
    organisationId: uuid('organisation_id').references(() => organisations.id, { onDelete: 'cascade' }),
    state: text().notNull(),
    nonce: text().notNull(),
    codeVerifier: text('code_verifier').notNull(),
    /** The address that the browser must come back to. */
    redirectUri: text('redirect_uri').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_attempts_organisation').on(table.organisationId), ownRowsOnly()],
)

/** One of the provider's staff who has signed in at the provider's issuer and has yet to choose an organisation. */
export const organisationChoices = pgTable(
  'organisation_choices',
  {
    /** SHA-256 of the id in the browser's cookie. */
    idHash: text('id_hash').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    idToken: text('id_token'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('organisation_choices_person').on(table.personId)],
)

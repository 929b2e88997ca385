import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '#contract/organisations/session'
import { moment } from './columns'
import { organisationId, organisations } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

export const sessions = pgTable(
  'sessions',
  {
    /** Hashed, so that the table grants no session. */
    idHash: text('id_hash').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    organisationId: organisationId(),
    /** View-as. */
    temporaryOrganisationId: uuid('temporary_organisation_id').references(() => organisations.id, {
      onDelete: 'set null',
    }),
    temporaryRole: text('temporary_role', { enum: ROLES }),
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

/** Each is used once. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    idHash: text('id_hash').primaryKey(),
    /** Null: the provider's issuer. */
    organisationId: uuid('organisation_id').references(() => organisations.id, { onDelete: 'cascade' }),
    state: text().notNull(),
    nonce: text().notNull(),
    codeVerifier: text('code_verifier').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_attempts_organisation').on(table.organisationId), ownRowsOnly()],
)

/** Provider staff who have yet to choose an organisation. */
export const organisationChoices = pgTable(
  'organisation_choices',
  {
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

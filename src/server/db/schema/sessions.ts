import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '#contract/session'
import { organisations } from './organisations'
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
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** Set while viewing as another organisation or role (decision 40). */
    temporaryOrganisationId: uuid('temporary_organisation_id').references(() => organisations.id, {
      onDelete: 'set null',
    }),
    temporaryRole: text('temporary_role', { enum: ROLES }),
    /** The issuer wants it back at sign-out. */
    idToken: text('id_token'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
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
    /** SHA-256 of the id in the browser's sign-in cookie. */
    idHash: text('id_hash').primaryKey(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    state: text().notNull(),
    nonce: text().notNull(),
    codeVerifier: text('code_verifier').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sign_in_attempts_organisation').on(table.organisationId), ownRowsOnly()],
)

import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '#contract/organisations/session'
import { moment } from './columns'
import { organisationId, organisations } from './organisations'
import { ownRowsOnly } from './tenancy'

export const people = pgTable(
  'people',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Case-insensitive. */
    email: text().notNull(),
    /** Null: the provider's staff. */
    organisationId: uuid('organisation_id').references(() => organisations.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    passwordHash: text('password_hash'),
    /** See db/signInAllowed.ts. */
    isDemo: boolean('is_demo').notNull().default(false),
    /** With this role and this address. */
    roleSince: moment('role_since').notNull().defaultNow(),
    /** Who invited them, or wrote the rules that made the account; null: nobody of the app. May be the provider's. */
    accountBy: uuid('account_by'),
    /** Who gave them the role last, or wrote the rules that did; null: as above. */
    roleBy: uuid('role_by'),
    roleFromGroups: boolean('role_from_groups').notNull().default(false),
    lastSignedInAt: moment('last_signed_in_at'),
    /** Removed accounts stay, so that a sign-in does not recreate them. */
    removedAt: moment('removed_at'),
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

/** No row: an organisation's issuer decides nothing. */
export const signInRules = pgTable(
  'sign_in_rules',
  {
    organisationId: organisationId().primaryKey(),
    groupsClaim: text('groups_claim').notNull(),
    createsAccounts: boolean('creates_accounts').notNull(),
    /** Parsed by modules/organisations/people. */
    groupRoles: jsonb('group_roles').$type<unknown>().notNull(),
    /** Who wrote them last; null: nobody of the app. */
    writtenBy: uuid('written_by'),
  },
  () => [ownRowsOnly()],
)

/** Decrypts what a person's devices store beyond a session. */
export const deviceKeys = pgTable(
  'device_keys',
  {
    organisationId: organisationId(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** 32 bytes, base64url. */
    key: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.personId] }),
    index('device_keys_person').on(table.personId),
    ownRowsOnly(),
  ],
)

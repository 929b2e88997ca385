import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { CALCULATOR_JOB_STATES } from '#contract/households/calculator'
import { HANDOVER_STATES } from '#contract/households/imports'
import { moment } from './columns'
import { organisationId, organisations } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

/** Never household data. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    organisationId: organisationId(),
    actorEmail: text('actor_email').notNull(),
    actorRole: text('actor_role').notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    quantity: integer(),
    /** In the organisation's chain, from 1. Null: not written by modules/organisations/audit. */
    position: bigint({ mode: 'number' }),
    /** Over the entry and the previous hash. */
    hash: text(),
  },
  (table) => [
    index('audit_entries_in_chain').on(table.organisationId, table.position),
    index('audit_entries_of_organisation').on(table.organisationId, table.at),
    index('audit_entries_by_time').on(table.at),
    ownRowsOnly(),
  ],
)

export const auditHeads = pgTable(
  'audit_heads',
  {
    organisationId: organisationId().primaryKey(),
    position: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
  },
  () => [ownRowsOnly()],
)

/** Past heads, signed with the instance's key. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    organisationId: organisationId(),
    position: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
    sealedAt: moment('sealed_at').notNull().defaultNow(),
    signature: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.position] }), ownRowsOnly()],
)

export const basemaps = pgTable(
  'basemaps',
  {
    organisationId: uuid('organisation_id')
      .primaryKey()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    attribution: text().notNull(),
    fileKey: text('file_key').notNull(),
  },
  () => [ownRowsOnly()],
)

export const calculatorJobs = pgTable(
  'calculator_jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    requestedBy: uuid('requested_by').references(() => people.id, { onDelete: 'set null' }),
    state: text({ enum: CALCULATOR_JOB_STATES }).notNull().default('queued'),
    failure: text(),
    householdCount: integer('household_count').notNull(),
    resultKey: text('result_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [index('calculator_jobs_of_organisation').on(table.organisationId, table.createdAt), ownRowsOnly()],
)

export const filterTemplates = pgTable(
  'filter_templates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Angle brackets escaped, as on the wire. */
    name: text().notNull(),
    rows: jsonb().$type<unknown>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Null: visible to its owner only. */
    sharedAt: moment('shared_at'),
  },
  (table) => [
    uniqueIndex('filter_templates_name').on(table.organisationId, table.ownerId, sql`lower(${table.name})`),
    index('filter_templates_owner').on(table.ownerId),
    ownRowsOnly(),
  ],
)

export const filterLinks = pgTable(
  'filter_links',
  {
    code: text().primaryKey(),
    organisationId: organisationId(),
    rows: jsonb().$type<unknown>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('filter_links_of_organisation').on(table.organisationId),
    index('filter_links_age').on(table.expiresAt),
    ownRowsOnly(),
  ],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organisationId: organisationId(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    reply: jsonb().$type<unknown>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.personId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
    ownRowsOnly(),
  ],
)

/** Holds neither question, reply nor person. */
export const policyFeedback = pgTable(
  'policy_feedback',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    at: moment('at').notNull().defaultNow(),
    useful: boolean().notNull(),
    notes: text().array().notNull(),
    byModel: boolean('by_model').notNull(),
  },
  () => [ownRowsOnly()],
)

/** At most one per organisation is open. */
export const monthHandovers = pgTable(
  'month_handovers',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    month: date({ mode: 'string' }).notNull(),
    state: text({ enum: HANDOVER_STATES }).notNull().default('uploading'),
    hasContacts: boolean('has_contacts').notNull(),
    hasWards: boolean('has_wards').notNull(),
    doing: text(),
    fraction: real().notNull().default(0),
    failure: text(),
    /** The faults, or what was checked; removed once closed. */
    outcome: jsonb().$type<unknown>(),
    begunBy: uuid('begun_by').references(() => people.id, { onDelete: 'set null' }),
    begunAt: moment('begun_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('month_handovers_open')
      .on(table.organisationId)
      .where(sql`state in ('uploading', 'checking', 'ready', 'publishing')`),
    index('month_handovers_of_organisation').on(table.organisationId, table.begunAt),
    ownRowsOnly(),
  ],
)

export const snapshots = pgTable(
  'snapshots',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    month: date({ mode: 'string' }).notNull(),
    fileKey: text('file_key').notNull().unique(),
    householdCount: integer('household_count').notNull(),
    wards: jsonb().$type<unknown>().notNull(),
    importedAt: moment('imported_at').notNull().defaultNow(),
  },
  (table) => [unique('snapshots_month').on(table.organisationId, table.month), ownRowsOnly()],
)

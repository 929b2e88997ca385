import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { MARK_REASONS } from '#contract/data-protection/householdRights'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** What each role may see and export; without a row everything. */
export const accessRules = pgTable(
  'access_rules',
  {
    organisationId: organisationId().primaryKey(),
    /** Parsed by modules/households/need-to-know. */
    roles: jsonb().$type<unknown>().notNull(),
    purposes: jsonb().$type<unknown>().notNull(),
  },
  () => [ownRowsOnly()],
)

export const householdLooks = pgTable(
  'household_looks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    at: moment('at').notNull().defaultNow(),
    householdReference: text('household_reference').notNull(),
    actorEmail: text('actor_email').notNull(),
    actorRole: text('actor_role').notNull(),
    place: text().notNull(),
  },
  (table) => [
    index('household_looks_of_household').on(table.organisationId, table.householdReference),
    index('household_looks_age').on(table.organisationId, table.at),
    ownRowsOnly(),
  ],
)

/** docs/product.md#do-not-contact */
export const doNotContactMarks = pgTable(
  'do_not_contact_marks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    /** Exactly one of household and number. */
    householdReference: text('household_reference'),
    /** The last ten digits, compared with contacts. */
    number: text(),
    reason: text({ enum: MARK_REASONS }).notNull(),
    markedBy: text('marked_by').notNull(),
    markedAt: moment('marked_at').notNull().defaultNow(),
  },
  (table) => [
    unique('do_not_contact_marks_household').on(table.organisationId, table.householdReference),
    unique('do_not_contact_marks_number').on(table.organisationId, table.number),
    ownRowsOnly(),
  ],
)

/** Households that imports leave out for good, as digests under the organisation's key. */
export const erasures = pgTable(
  'erasures',
  {
    organisationId: organisationId(),
    digest: text().notNull(),
    erasedBy: text('erased_by').notNull(),
    erasedAt: moment('erased_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.digest] }), ownRowsOnly()],
)

export const erasureKeys = pgTable(
  'erasure_keys',
  {
    organisationId: organisationId().primaryKey(),
    /** 32 bytes in base64; kept as long as the digests. */
    key: text().notNull(),
  },
  () => [ownRowsOnly()],
)

/** docs/product.md#keeping-and-forgetting */
export const keepingPeriods = pgTable(
  'keeping_periods',
  {
    organisationId: organisationId().primaryKey(),
    campaignDays: integer('campaign_days').notNull().default(90),
    exportDays: integer('export_days').notNull().default(30),
    snapshotMonths: integer('snapshot_months').notNull().default(24),
    auditYears: integer('audit_years').notNull().default(6),
    /** By the server's clock; null: none yet. */
    lastNightAt: moment('last_night_at'),
  },
  () => [ownRowsOnly()],
)

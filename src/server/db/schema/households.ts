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
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { CALCULATOR_JOB_STATES } from '#contract/households/calculator'
import { IMPORT_STATES } from '#contract/households/imports'
import { MARK_REASONS } from '#contract/households/doNotContact'
import { moment } from './columns'
import { organisationId, organisations } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

export const snapshots = pgTable(
  'snapshots',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    month: date({ mode: 'string' }).notNull(),
    fileKey: text('file_key').notNull().unique(),
    /** SHA-256 of the file, in hex. Null: stored by 1.0.0-rc.1. */
    fileDigest: text('file_digest'),
    householdCount: integer('household_count').notNull(),
    wards: jsonb().$type<unknown>().notNull(),
    importedAt: moment('imported_at').notNull().defaultNow(),
    /** When its month was published again; can come back for a while. Null: in use. */
    replacedAt: moment('replaced_at'),
    /** Whether the last publication, which can be undone, replaced the contacts. Null: another month. */
    replacedContacts: boolean('replaced_contacts'),
  },
  (table) => [
    uniqueIndex('snapshots_month')
      .on(table.organisationId, table.month)
      .where(sql`replaced_at is null`),
    ownRowsOnly(),
  ],
)

/** What a data team's job hands months over with (docs/product.md#months-from-a-job). */
export const monthTokens = pgTable(
  'month_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    madeBy: uuid('made_by').references(() => people.id, { onDelete: 'set null' }),
    madeAt: moment('made_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('month_tokens_of_organisation').on(table.organisationId), ownRowsOnly()],
)

export const monthSettings = pgTable(
  'month_settings',
  {
    organisationId: organisationId().primaryKey(),
    /** Publishes months whose check finds nothing. */
    publishesByItself: boolean('publishes_by_itself').notNull(),
  },
  () => [ownRowsOnly()],
)

/** At most one per organisation is open. */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: organisationId(),
    month: date({ mode: 'string' }).notNull(),
    state: text({ enum: IMPORT_STATES }).notNull().default('uploading'),
    hasContacts: boolean('has_contacts').notNull(),
    hasWards: boolean('has_wards').notNull(),
    /** Of wards whose file does not name it. */
    localAuthority: jsonb('local_authority').$type<{ readonly code: string; readonly name: string }>(),
    doing: text(),
    fraction: real().notNull().default(0),
    failure: text(),
    /** Faults, or what was checked; removed once closed. */
    outcome: jsonb().$type<unknown>(),
    begunBy: uuid('begun_by').references(() => people.id, { onDelete: 'set null' }),
    /** Null: begun by a person, or token revoked. */
    tokenId: uuid('token_id').references(() => monthTokens.id, { onDelete: 'set null' }),
    begunAt: moment('begun_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('imports_open')
      .on(table.organisationId)
      .where(sql`state in ('uploading', 'checking', 'ready', 'publishing')`),
    index('imports_of_organisation').on(table.organisationId, table.begunAt),
    ownRowsOnly(),
  ],
)

/** Households that imports leave out for good, digested with the organisation's key. */
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

/** What each role may see and export; no row: everything. */
export const needToKnowRules = pgTable(
  'need_to_know_rules',
  {
    organisationId: organisationId().primaryKey(),
    roles: jsonb().$type<unknown>().notNull(),
    purposes: jsonb().$type<unknown>().notNull(),
    proposed: jsonb().$type<unknown>(),
    proposedById: uuid('proposed_by_id'),
    proposedBy: text('proposed_by'),
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

/** Personal data: only campaigns may read it. */
export const contacts = pgTable(
  'contacts',
  {
    organisationId: organisationId(),
    householdReference: text('household_reference').notNull(),
    title: text().notNull().default(''),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    addressLine1: text('address_line_1').notNull().default(''),
    addressLine2: text('address_line_2').notNull().default(''),
    town: text().notNull().default(''),
    postcode: text().notNull().default(''),
    mobile: text().notNull().default(''),
    preferredLanguage: text('preferred_language').notNull().default(''),
    doNotContact: boolean('do_not_contact').notNull().default(false),
    /** Set by a trigger: folded words of name, postcode, number and reference, `|`, those of the address. */
    searchText: text('search_text').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.householdReference] }), ownRowsOnly()],
)

/** Replaced by the last publication, without corrections; restored if it is undone. */
export const contactsBefore = pgTable(
  'contacts_before',
  {
    organisationId: organisationId(),
    householdReference: text('household_reference').notNull(),
    title: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    addressLine1: text('address_line_1').notNull(),
    addressLine2: text('address_line_2').notNull(),
    town: text().notNull(),
    postcode: text().notNull(),
    mobile: text().notNull(),
    preferredLanguage: text('preferred_language').notNull(),
    doNotContact: boolean('do_not_contact').notNull(),
    /** Its correction, where the new contacts made it needless. */
    corrected: jsonb().$type<unknown>(),
    correctedBy: text('corrected_by'),
    correctedAt: moment('corrected_at'),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.householdReference] }), ownRowsOnly()],
)

/** Counted by a trigger; expires the cache in modules/campaigns/recipients/reachable.ts. */
export const contactChanges = pgTable(
  'contact_changes',
  {
    organisationId: organisationId().primaryKey(),
    version: bigint({ mode: 'number' }).notNull(),
  },
  () => [ownRowsOnly()],
)

/** Corrections override the months' contacts: docs/product.md#corrections. */
export const contactCorrections = pgTable(
  'contact_corrections',
  {
    organisationId: organisationId(),
    householdReference: text('household_reference').notNull(),
    /** By column of contacts. */
    corrected: jsonb().$type<unknown>().notNull(),
    /** The month's values of these columns; null while it lacks the household. */
    imported: jsonb().$type<unknown>(),
    correctedBy: text('corrected_by').notNull(),
    correctedAt: moment('corrected_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.householdReference] }), ownRowsOnly()],
)

/** docs/product.md#do-not-contact */
export const doNotContactMarks = pgTable(
  'do_not_contact_marks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    /** Exactly one of household and number. */
    householdReference: text('household_reference'),
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

/** False, until the night: made before {@link filterMentions}, so that it must be looked through. */
const isIndexed = () => boolean('is_indexed').notNull().default(false)

export const filterTemplates = pgTable(
  'filter_templates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    rows: jsonb().$type<unknown>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Null: visible to its owner only. */
    sharedAt: moment('shared_at'),
    isIndexed: isIndexed(),
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
    view: jsonb().$type<unknown>(),
    expiresAt: moment('expires_at').notNull(),
    /** Null: made before links had one. */
    ownerId: uuid('owner_id').references(() => people.id, { onDelete: 'cascade' }),
    /** When made or last opened. */
    openedAt: moment('opened_at').notNull().defaultNow(),
    isIndexed: isIndexed(),
  },
  (table) => [
    index('filter_links_of_organisation').on(table.organisationId),
    index('filter_links_owner').on(table.ownerId),
    index('filter_links_age').on(table.expiresAt),
    ownRowsOnly(),
  ],
)

/**
 * Which templates and links name a household: digests keyed as those of erasures. In rows by their last bits, since one
 * row each takes five times the room, and row-level security bars an index of arrays.
 */
export const filterMentions = pgTable(
  'filter_mentions',
  {
    organisationId: organisationId(),
    bucket: smallint().notNull(),
    digests: bigint({ mode: 'bigint' }).array().notNull(),
    /** Exactly one of template and link. */
    templateId: integer('template_id').references(() => filterTemplates.id, { onDelete: 'cascade' }),
    linkCode: text('link_code').references(() => filterLinks.code, { onDelete: 'cascade' }),
  },
  (table) => [
    index('filter_mentions_bucket').on(table.organisationId, table.bucket),
    index('filter_mentions_template').on(table.templateId),
    index('filter_mentions_link').on(table.linkCode),
    ownRowsOnly(),
  ],
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

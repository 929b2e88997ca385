import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { LANGUAGES } from '#contract/households/languages'
import { POSTAGES } from '#contract/campaigns/postage'
import { BENEFIT_NAMES } from '#contract/households/benefits'
import { CAMPAIGN_STATUSES, CANCELLED_AS } from '#contract/campaigns/campaigns'
import { CHANNELS } from '#contract/households/channels'
import { NAMED_BENEFITS } from '#contract/campaigns/namedBenefits'
import { RECIPIENT_STATES } from '#contract/campaigns/recipients'
import { LAWFUL_BASES } from '#contract/campaigns/lawfulBases'
import { TEMPLATE_STATES } from '#contract/campaigns/templates'
import { REPLIES } from '#contract/campaigns/replyWords'
import { moment } from './columns'
import { organisationId } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** modules/campaigns/campaigns/moves.ts decides on state changes. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    /** Angle brackets escaped, as on the wire. */
    name: text().notNull(),
    benefitName: text('benefit_name', { enum: BENEFIT_NAMES }).notNull(),
    channel: text({ enum: CHANNELS }).notNull(),
    snapshot: date({ mode: 'string' }).notNull(),
    snapshotVersion: text('snapshot_version').notNull(),
    status: text({ enum: CAMPAIGN_STATUSES }).notNull().default('Awaiting approval'),
    stagger: integer().notNull(),
    lawfulBasis: text('lawful_basis', { enum: LAWFUL_BASES }),
    /** Null: not recorded. */
    waterfall: jsonb().$type<unknown>(),
    /** Null: not yet final. */
    certified: jsonb().$type<unknown>(),
    filters: jsonb().$type<unknown>().notNull(),
    withoutMobile: boolean('without_mobile').notNull().default(false),
    excludedByLetter: boolean('excluded_by_letter').notNull().default(false),
    oneTextPerNumber: boolean('one_text_per_number').notNull().default(false),
    /** Shared by campaigns that complement each other: the first draft's id. */
    linkId: uuid('link_id'),
    smsTemplateId: integer('sms_template_id'),
    message: text(),
    letterTemplateKey: text('letter_template_key'),
    /** Null: one language. Without a translated text or letter, each message is in both. */
    translationLanguage: text('translation_language', { enum: LANGUAGES }),
    translationMessage: text('translation_message'),
    translationSmsTemplateId: integer('translation_sms_template_id'),
    translationLetterKey: text('translation_letter_key'),
    translatedCount: integer('translated_count').notNull().default(0),
    webAloneCount: integer('web_alone_count').notNull().default(0),
    otherBenefits: text('other_benefits', { enum: NAMED_BENEFITS }).array().notNull().default([]),
    /** For letters; null: second class. */
    postage: text({ enum: POSTAGES }),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => people.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Gzipped references; null once prepared. */
    frozenHouseholds: bytea('frozen_households'),
    frozenCount: integer('frozen_count').notNull(),
    recipientsHash: text('recipients_hash').notNull(),
    /** docs/product.md#hold-out */
    holdOutPercentage: integer('hold_out_percentage').notNull().default(0),
    /** Reproduces the draw from the list. */
    holdOutSeed: text('hold_out_seed'),
    heldOutHouseholds: bytea('held_out_households'),
    /** Gzipped references; null once prepared. */
    neverDrawnHouseholds: bytea('never_drawn_households'),
    heldOutCount: integer('held_out_count').notNull().default(0),
    /** Until the result. */
    holdOutMonths: integer('hold_out_months').notNull().default(6),
    /** By hand or by cancelling; otherwise so many months after the run. */
    holdOutReleasedAt: moment('hold_out_released_at'),
    preparedCount: integer('prepared_count').notNull().default(0),
    numberOfRecipients: integer('number_of_recipients').notNull(),
    preparedAt: moment('prepared_at'),
    reviewedAt: moment('reviewed_at'),
    runAt: moment('run_at'),
    startAt: moment('start_at'),
    /** Null: nothing was handed over, so the campaign can be cancelled. */
    handingOverSince: moment('handing_over_since'),
    cancelledAs: text('cancelled_as', { enum: CANCELLED_AS }),
    /** Never about a household. */
    reviewComment: text('review_comment'),
    redraftedAt: moment('redrafted_at'),
    removedCount: integer('removed_count').notNull().default(0),
    pausedAt: moment('paused_at'),
    problem: text(),
    sentAt: moment('sent_at'),
    completedAt: moment('completed_at'),
    /** The failure threshold ignores earlier outcomes. */
    judgedFrom: moment('judged_from'),
    clearedAt: moment('cleared_at'),
  },
  (table) => [index('campaigns_of_organisation').on(table.organisationId, table.id), ownRowsOnly()],
)

/** `destination` and `personalisation` are personal data: modules/campaigns/recipients/prepareRecipients.ts. */
export const recipients = pgTable(
  'recipients',
  {
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    householdReference: text('household_reference').notNull(),
    organisationId: organisationId(),
    /** From 0; orders the list, sending and the print pack. */
    position: integer().notNull(),
    state: text({ enum: RECIPIENT_STATES }).notNull(),
    reason: text(),
    /** As +447…; null for a letter. */
    destination: text(),
    personalisation: jsonb().$type<unknown>(),
    /** A run removes recipients whose contact changed. */
    contactDigest: text('contact_digest'),
    /** Text segments or letter sheets; null until the letter is made. */
    units: integer(),
    heldOut: boolean('held_out').notNull().default(false),
    neverDrawn: boolean('never_drawn').notNull().default(false),
    /** False: could not be contacted, removed by the run, or never to be held out. */
    isCompared: boolean('is_compared').notNull().default(true),
    /** Looked up before a second attempt, to send exactly once. */
    reference: uuid().notNull().defaultRandom(),
    providerId: text('provider_id'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    sentAt: moment('sent_at'),
    /** GOV.UK Notify's status for a message of a cancelled campaign. */
    lateReceipt: text('late_receipt'),
    reply: text({ enum: REPLIES }),
    repliedAt: moment('replied_at'),
    /** Predates `help_requests`; old backups have it. */
    helpedAt: moment('helped_at'),
    /** Hash of the code on the letter. */
    letterCodeHash: text('letter_code_hash'),
    /** SHA-256 of the letter's file, in hex; null for letters made before it was kept. */
    letterDigest: text('letter_digest'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.householdReference] }),
    unique('recipients_reference').on(table.reference),
    index('recipients_provider')
      .on(table.providerId)
      .where(sql`${table.providerId} is not null`),
    uniqueIndex('recipients_by_position').on(table.campaignId, table.position),
    index('recipients_by_state').on(table.campaignId, table.state, table.position),
    index('recipients_unresolved')
      .on(table.campaignId, table.nextAttemptAt)
      .where(sql`${table.state} = 'sending' and ${table.sentAt} is null`),
    index('recipients_letter_code')
      .on(table.letterCodeHash)
      .where(sql`${table.letterCodeHash} is not null`),
    index('recipients_of_household').on(table.organisationId, table.householdReference),
    // Used by every eligible count.
    index('recipients_not_reached')
      .on(table.organisationId, table.updatedAt)
      .where(sql`${table.sentAt} is not null and ${table.state} not in ('sending', 'delivered')`),
    index('recipients_contacted')
      .on(table.organisationId, table.sentAt)
      .where(sql`${table.sentAt} is not null`),
    ownRowsOnly(),
  ],
)

/** Households that want help to claim, with a message or without: docs/product.md#who-wants-help. */
export const helpRequests = pgTable(
  'help_requests',
  {
    organisationId: organisationId(),
    householdReference: text('household_reference').notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    note: text().notNull().default(''),
    owner: text(),
    callBackOn: date('call_back_on', { mode: 'string' }),
    doneAt: moment('done_at'),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.householdReference] }), ownRowsOnly()],
)

/** No row: campaigns need no basis and have none by default. */
export const lawfulBasisSettings = pgTable(
  'lawful_basis_settings',
  {
    organisationId: organisationId().primaryKey(),
    defaultBasis: text('default_basis', { enum: LAWFUL_BASES }),
    isRequired: boolean('is_required').notNull(),
  },
  () => [ownRowsOnly()],
)

/** No row: every household may be held out. */
export const neverDrawnSettings = pgTable(
  'never_drawn_settings',
  {
    organisationId: organisationId().primaryKey(),
    filters: jsonb().$type<unknown>().notNull(),
  },
  () => [ownRowsOnly()],
)

const decidedColumns = () => ({
  state: text({ enum: TEMPLATE_STATES }).notNull().default('in_use'),
  writtenById: uuid('written_by_id').references(() => people.id, { onDelete: 'set null' }),
  writtenBy: text('written_by').notNull().default(''),
  decidedBy: text('decided_by'),
  decidedAt: moment('decided_at'),
})

export const textTemplates = pgTable(
  'text_templates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    name: text().notNull(),
    template: text().notNull(),
    benefitName: text('benefit_name', { enum: BENEFIT_NAMES }),
    language: text({ enum: LANGUAGES }).notNull().default('en'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('text_templates_name').on(table.organisationId, table.name), ownRowsOnly()],
)

export const textTemplateVersions = pgTable(
  'text_template_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    name: text().notNull(),
    version: integer().notNull(),
    template: text().notNull(),
    benefitName: text('benefit_name', { enum: BENEFIT_NAMES }),
    language: text({ enum: LANGUAGES }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    ...decidedColumns(),
  },
  (table) => [unique('text_template_versions_name').on(table.organisationId, table.name, table.version), ownRowsOnly()],
)

/** Documents are immutable files: campaigns refer to them. */
export const letterTemplates = pgTable(
  'letter_templates',
  {
    key: text().primaryKey(),
    organisationId: organisationId(),
    uploadId: uuid('upload_id').notNull().unique(),
    benefitName: text('benefit_name', { enum: BENEFIT_NAMES }).notNull(),
    fileName: text('file_name').notNull(),
    givenName: text('given_name').notNull(),
    digest: text().notNull(),
    placeholders: jsonb().$type<unknown>().notNull(),
    hasPdf: boolean('has_pdf').notNull(),
    hasSamples: boolean('has_samples').notNull().default(false),
    readingAge: integer('reading_age'),
    isWebAlone: boolean('is_web_alone').notNull().default(false),
    namedBenefits: text('named_benefits', { enum: NAMED_BENEFITS }).array().notNull().default([]),
    /** Fonts the server lacked at upload. */
    replacedFonts: text('replaced_fonts').array().notNull().default([]),
    language: text({ enum: LANGUAGES }),
    createdAt: moment('created_at').notNull().defaultNow(),
    ...decidedColumns(),
  },
  (table) => [
    unique('letter_templates_name').on(table.organisationId, table.benefitName, table.fileName),
    ownRowsOnly(),
  ],
)

export const printPacks = pgTable(
  'print_packs',
  {
    campaignId: integer('campaign_id')
      .primaryKey()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    organisationId: organisationId(),
    /** Letters before this position are made. */
    nextPosition: integer('next_position').notNull(),
    letters: integer().notNull().default(0),
    pages: integer().notNull().default(0),
    madeAt: moment('made_at'),
  },
  () => [ownRowsOnly()],
)

/** How often, not which: modules/campaigns/genuine-letters. */
export const genuineLetterLooks = pgTable(
  'genuine_letter_looks',
  {
    campaignId: integer('campaign_id')
      .primaryKey()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    organisationId: organisationId(),
    looks: integer().notNull(),
  },
  () => [ownRowsOnly()],
)

import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { BENEFIT_NAMES, CAMPAIGN_STATUSES, CHANNELS, RECIPIENT_STATES } from '#contract/campaigns'
import { moment } from './columns'
import { organisationId } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

/** Both engines take bytes and give bytes. */
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A campaign that was sent for review. Its moves are those of modules/campaigns/states.ts. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    /** With angle brackets escaped, as it came over the wire. */
    name: text().notNull(),
    benefitName: text('benefit_name', { enum: BENEFIT_NAMES }).notNull(),
    channel: text({ enum: CHANNELS }).notNull(),
    /** The month of its snapshot, yyyy-mm-dd, and the version of the file whose households were frozen. */
    snapshot: date({ mode: 'string' }).notNull(),
    snapshotVersion: text('snapshot_version').notNull(),
    status: text({ enum: CAMPAIGN_STATUSES }).notNull().default('Awaiting approval'),
    /** Months: docs/product.md#eligible-households. */
    stagger: integer().notNull(),
    /** The filters as they were sent: kept, as the snapshot's version is, for whoever asks how the list came about. */
    filters: jsonb().$type<unknown>().notNull(),
    smsTemplateId: integer('sms_template_id'),
    /** The text message's template as it was on the day; later changes of the template do not reach it. */
    message: text(),
    /** The storage key of the letter template. */
    letterTemplateKey: text('letter_template_key'),
    /** Who sent it for review, as the list shows it. */
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => people.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The frozen household references, gzipped, sorted, one a line; null once every recipient is prepared. */
    frozenHouseholds: bytea('frozen_households'),
    frozenCount: integer('frozen_count').notNull(),
    /** SHA-256 of the frozen list. */
    recipientsHash: text('recipients_hash').notNull(),
    /** How many of the frozen list have their row in recipients: where preparing goes on after a crash. */
    preparedCount: integer('prepared_count').notNull().default(0),
    numberOfRecipients: integer('number_of_recipients').notNull(),
    preparedAt: moment('prepared_at'),
    reviewedAt: moment('reviewed_at'),
    runAt: moment('run_at'),
    /** Recipients that the run removed. */
    removedCount: integer('removed_count').notNull().default(0),
    /** Set while too many failures hold the sending. */
    pausedAt: moment('paused_at'),
    /** What people should know: why it is paused, why it cannot be prepared. */
    problem: text(),
    /** When every message had been handed to the provider: `date_sent`. It stays when the missed ones are sent to again. */
    sentAt: moment('sent_at'),
    /** When that was so last; null while it is being sent. */
    completedAt: moment('completed_at'),
    /** Outcomes since then tell whether too many fail; null: all of them. Set when it is resumed or sent again. */
    judgedFrom: moment('judged_from'),
    /** When the personal data of its recipients were cleared. */
    clearedAt: moment('cleared_at'),
  },
  (table) => [index('campaigns_of_organisation').on(table.organisationId, table.id), ownRowsOnly()],
)

/**
 * One household of a campaign. `destination` and `personalisation` are personal data: see the policy at the top of
 * modules/recipients/service.ts.
 */
export const recipients = pgTable(
  'recipients',
  {
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    householdReference: text('household_reference').notNull(),
    organisationId: organisationId(),
    /** Its place in the frozen list, from 0: the order of the list, of sending and of the print pack's pages. */
    position: integer().notNull(),
    state: text({ enum: RECIPIENT_STATES }).notNull(),
    /** Why it cannot be contacted, was removed or failed; in words, never personal data. */
    reason: text(),
    /** A text's mobile number as +447…; null for a letter, whose address is in the personalisation. */
    destination: text(),
    /** The values of the placeholders that its message uses, by name. */
    personalisation: jsonb().$type<unknown>(),
    /** Of the contact's number or address as it was prepared: a run removes those whose contact changed since. */
    contactDigest: text('contact_digest'),
    /** Names the message at the provider; looked up there before anything is sent a second time. */
    reference: uuid().notNull().defaultRandom(),
    providerId: text('provider_id'),
    attempts: integer().notNull().default(0),
    /** While it is `sending` and not known to be taken: nobody touches it before then. See modules/messages/sender.ts. */
    nextAttemptAt: moment('next_attempt_at'),
    /** When the provider took it: see modules/recipients/repo.ts. */
    sentAt: moment('sent_at'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.householdReference] }),
    unique('recipients_reference').on(table.reference),
    // The provider's callbacks may name a message by its own id alone.
    index('recipients_provider')
      .on(table.providerId)
      .where(sql`${table.providerId} is not null`),
    uniqueIndex('recipients_by_position').on(table.campaignId, table.position),
    index('recipients_by_state').on(table.campaignId, table.state, table.position),
    index('recipients_unresolved')
      .on(table.campaignId, table.nextAttemptAt)
      .where(sql`${table.state} = 'sending' and ${table.sentAt} is null`),
    // The companion of contacted households is read by reference, a page at a time.
    index('recipients_of_household').on(table.organisationId, table.householdReference),
    // Every eligible count asks whether any has failed since: see modules/recipients/repo.ts.
    index('recipients_not_reached')
      .on(table.organisationId, table.updatedAt)
      .where(sql`${table.sentAt} is not null and ${table.state} not in ('sending', 'delivered')`),
    index('recipients_contacted')
      .on(table.organisationId, table.sentAt)
      .where(sql`${table.sentAt} is not null`),
    ownRowsOnly(),
  ],
)

/** The text message templates of an organisation. */
export const smsTemplates = pgTable(
  'sms_templates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organisationId: organisationId(),
    /** Names it for the provider's staff and for the starter templates; unique in the organisation. */
    name: text().notNull(),
    template: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('sms_templates_name').on(table.organisationId, table.name), ownRowsOnly()],
)

/**
 * How often an organisation's contacts have changed: a trigger on contacts counts, so that what is kept in memory
 * of who can be reached is known to be out of date, whoever changed them (see modules/recipients/reachable.ts).
 */
export const contactChanges = pgTable(
  'contact_changes',
  {
    organisationId: organisationId().primaryKey(),
    version: bigint({ mode: 'number' }).notNull(),
  },
  () => [ownRowsOnly()],
)

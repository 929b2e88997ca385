import { boolean, date, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { LANGUAGES } from '#contract/households/languages'
import { POSTAGES } from '#contract/campaigns/postage'
import { OVER_BUDGET } from '#contract/campaigns/messageCosts'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

export const notifyAccounts = pgTable(
  'notify_accounts',
  {
    organisationId: organisationId().primaryKey(),
    /** Sealed: src/server/lib/secrets.ts. */
    notifyKey: text('notify_key').notNull(),
    keyEnding: text('key_ending').notNull(),
    smsTemplateId: text('sms_template_id').notNull(),
    smsSenderId: text('sms_sender_id'),
    emailTemplateId: text('email_template_id'),
    serviceName: text('service_name'),
    /** Hashed, because it is only compared. */
    callbackTokenHash: text('callback_token_hash').unique(),
    callbackTokenEnding: text('callback_token_ending'),
    messagesAMinute: integer('messages_a_minute'),
    textsADay: integer('texts_a_day'),
    lettersADay: integer('letters_a_day'),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  () => [ownRowsOnly()],
)

export const messageSettings = pgTable(
  'message_settings',
  {
    organisationId: organisationId().primaryKey(),
    languages: text({ enum: LANGUAGES }).array().notNull(),
    inBothLanguages: boolean('in_both_languages').notNull().default(false),
    phone: text(),
    returnAddress: text('return_address'),
    privacyNotice: text('privacy_notice'),
    sendFrom: integer('send_from').notNull().default(8),
    sendUntil: integer('send_until').notNull().default(20),
    sendOnSundays: boolean('send_on_sundays').notNull().default(false),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  () => [ownRowsOnly()],
)

/** docs/product.md#what-messages-cost */
export const messageBudgets = pgTable(
  'message_budgets',
  {
    organisationId: organisationId().primaryKey(),
    postage: text({ enum: POSTAGES }).notNull(),
    budgetPence: integer('budget_pence'),
    overBudget: text('over_budget', { enum: OVER_BUDGET }).notNull(),
    freeTexts: integer('free_texts'),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  () => [ownRowsOnly()],
)

/** Personal data: docs/product.md#texts-that-come-in. */
export const receivedTexts = pgTable(
  'received_texts',
  {
    organisationId: organisationId(),
    notifyId: uuid('notify_id').notNull(),
    number: text().notNull(),
    message: text().notNull(),
    receivedAt: moment('received_at').notNull(),
    isStop: boolean('is_stop').notNull(),
    householdReferences: text('household_references').array().notNull(),
    doneAt: moment('done_at'),
    doneBy: text('done_by'),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.notifyId] }), ownRowsOnly()],
)

export const sendingAllowance = pgTable('sending_allowance', {
  provider: text().primaryKey(),
  /** At `refilledAt`. */
  tokens: doublePrecision().notNull(),
  refilledAt: moment('refilled_at').notNull(),
  /** UTC, as GOV.UK Notify counts. */
  day: date({ mode: 'string' }).notNull(),
  texts: integer().notNull(),
  letters: integer().notNull(),
  /** GOV.UK Notify's last name or number. Null: not known. */
  textsFrom: text('texts_from'),
  textsFromVersion: text('texts_from_version'),
})

export const simulatedMessages = pgTable(
  'simulated_messages',
  {
    id: uuid().primaryKey(),
    type: text({ enum: ['sms', 'letter'] }).notNull(),
    /** Not unique, as at Notify: duplicates must show. */
    reference: text(),
    phoneNumber: text('phone_number'),
    body: text().notNull(),
    pages: integer(),
    postage: text({ enum: POSTAGES }),
    status: text().notNull(),
    /** Final status, sent by callback. */
    becomes: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('simulated_messages_reference').on(table.reference),
    index('simulated_messages_under_way').on(table.status, table.createdAt),
  ],
)

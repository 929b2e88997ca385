import { date, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'

/** What may still be sent through the provider's one account, by all organisations and all servers together. */
export const sendingAllowance = pgTable('sending_allowance', {
  provider: text().primaryKey(),
  /** Messages that may go at `refilledAt`; see modules/messages/rateLimiter.ts. */
  tokens: doublePrecision().notNull(),
  refilledAt: moment('refilled_at').notNull(),
  /** The UTC day that the counts are of. */
  day: date({ mode: 'string' }).notNull(),
  texts: integer().notNull(),
  letters: integer().notNull(),
})

/** What the demo's stand-in for GOV.UK Notify was sent: its ledger, which outlives a restart as Notify's would. */
export const simulatedMessages = pgTable(
  'simulated_messages',
  {
    id: uuid().primaryKey(),
    type: text({ enum: ['sms', 'letter'] }).notNull(),
    /** Not unique: Notify takes the same reference twice, and a ledger has to show it. */
    reference: text(),
    /** A text's number and words; null for a letter. */
    phoneNumber: text('phone_number'),
    body: text().notNull(),
    /** A letter's pages. */
    pages: integer(),
    status: text().notNull(),
    /** Its last status, which it will have when it is through; the callback tells it. */
    becomes: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('simulated_messages_reference').on(table.reference),
    index('simulated_messages_under_way').on(table.status, table.createdAt),
  ],
)

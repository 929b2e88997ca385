import { date, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'

/** One account, shared by all organisations and servers. */
export const sendingAllowance = pgTable('sending_allowance', {
  provider: text().primaryKey(),
  /** At `refilledAt`: modules/messages/rateLimiter.ts. */
  tokens: doublePrecision().notNull(),
  refilledAt: moment('refilled_at').notNull(),
  /** UTC, as GOV.UK Notify counts. */
  day: date({ mode: 'string' }).notNull(),
  texts: integer().notNull(),
  letters: integer().notNull(),
})

/** The ledger of the demo's Notify simulator. */
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
    status: text().notNull(),
    /** The final status, sent by callback. */
    becomes: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('simulated_messages_reference').on(table.reference),
    index('simulated_messages_under_way').on(table.status, table.createdAt),
  ],
)

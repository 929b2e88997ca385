import { sql } from 'drizzle-orm'
import { boolean, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { DEFAULT_NAMES_A_DAY } from '#contract/campaigns/visitSettings'
import { VISIT_OUTCOMES } from '#contract/households/visitOutcomes'
import { moment } from './columns'
import { organisationId } from './organisations'
import { people } from './people'
import { ownRowsOnly } from './tenancy'

/** No row: visit rounds are off. */
export const visitSettings = pgTable(
  'visit_settings',
  {
    organisationId: organisationId().primaryKey(),
    isOn: boolean('is_on').notNull(),
    nameRoles: jsonb('name_roles').$type<unknown>().notNull(),
    namesADay: integer('names_a_day').notNull().default(DEFAULT_NAMES_A_DAY),
    mayOpenMaps: boolean('may_open_maps').notNull().default(false),
  },
  () => [ownRowsOnly()],
)

export const visitRounds = pgTable(
  'visit_rounds',
  {
    organisationId: organisationId(),
    id: uuid().notNull().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    householdReferences: text('household_references').array().notNull(),
    /** A sealed P-256 private key that decrypts outcomes. */
    outcomeKey: text('outcome_key').notNull(),
    loadedAt: moment('loaded_at').notNull().defaultNow(),
    /** End of shift, planned or actual: until then the round is open. */
    endsAt: moment('ends_at')
      .notNull()
      .default(sql`now()`),
    /** Names new to the person that day; null: a round without names. */
    newNames: integer('new_names'),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.id] }),
    index('visit_rounds_age').on(table.organisationId, table.loadedAt),
    index('visit_rounds_person').on(table.personId),
    ownRowsOnly(),
  ],
)

/** A household's latest outcome counts. */
export const visitOutcomes = pgTable(
  'visit_outcomes',
  {
    organisationId: organisationId(),
    /** From the device: an outcome sent twice is stored once. */
    id: uuid().notNull(),
    roundId: uuid('round_id').notNull(),
    householdReference: text('household_reference').notNull(),
    outcome: text({ enum: VISIT_OUTCOMES }).notNull(),
    note: text().notNull(),
    callAgainOn: date('call_again_on', { mode: 'string' }),
    /** By the device's clock. */
    recordedAt: moment('recorded_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.id] }),
    foreignKey({
      name: 'visit_outcomes_round',
      columns: [table.organisationId, table.roundId],
      foreignColumns: [visitRounds.organisationId, visitRounds.id],
    }).onDelete('cascade'),
    index('visit_outcomes_of_round').on(table.organisationId, table.roundId),
    index('visit_outcomes_of_household').on(table.organisationId, table.householdReference),
    ownRowsOnly(),
  ],
)

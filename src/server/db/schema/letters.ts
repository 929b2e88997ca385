import { boolean, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { BENEFIT_NAMES } from '#contract/campaigns'
import { campaigns } from './campaigns'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** Documents are files. Rows never change: campaigns refer to them. */
export const letterTemplates = pgTable(
  'letter_templates',
  {
    /** The .docx; the PDF differs in its ending. */
    key: text().primaryKey(),
    organisationId: organisationId(),
    uploadId: uuid('upload_id').notNull().unique(),
    benefitName: text('benefit_name', { enum: BENEFIT_NAMES }).notNull(),
    fileName: text('file_name').notNull(),
    givenName: text('given_name').notNull(),
    digest: text().notNull(),
    placeholders: jsonb().$type<unknown>().notNull(),
    hasPdf: boolean('has_pdf').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
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
    /** Earlier ones are done. */
    nextPosition: integer('next_position').notNull(),
    letters: integer().notNull().default(0),
    pages: integer().notNull().default(0),
    madeAt: moment('made_at'),
  },
  () => [ownRowsOnly()],
)

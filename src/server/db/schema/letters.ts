import { boolean, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { BENEFIT_NAMES } from '#contract/campaigns'
import { campaigns } from './campaigns'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** The letter templates of an organisation; the documents themselves are files. None is ever changed: campaigns refer to them. */
export const letterTemplates = pgTable(
  'letter_templates',
  {
    /** The storage key of the .docx; the PDF has the same with another ending. */
    key: text().primaryKey(),
    organisationId: organisationId(),
    /** Of the upload that it came by. */
    uploadId: uuid('upload_id').notNull().unique(),
    benefitName: text('benefit_name', { enum: BENEFIT_NAMES }).notNull(),
    /** As it was cleaned; a second document of one name has a number. */
    fileName: text('file_name').notNull(),
    /** The name that it came under. */
    givenName: text('given_name').notNull(),
    /** SHA-256 of the document as it is stored. */
    digest: text().notNull(),
    /** The placeholders that it uses; parsed by modules/letters when read. */
    placeholders: jsonb().$type<unknown>().notNull(),
    hasPdf: boolean('has_pdf').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('letter_templates_name').on(table.organisationId, table.benefitName, table.fileName),
    ownRowsOnly(),
  ],
)

/** How far the letters of a campaign are made; gone once they are removed. */
export const printPacks = pgTable(
  'print_packs',
  {
    campaignId: integer('campaign_id')
      .primaryKey()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    organisationId: organisationId(),
    /** Recipients before this position have their letter, or why there is none. */
    nextPosition: integer('next_position').notNull(),
    letters: integer().notNull().default(0),
    pages: integer().notNull().default(0),
    /** When all letters stood in one PDF. */
    madeAt: moment('made_at'),
  },
  () => [ownRowsOnly()],
)

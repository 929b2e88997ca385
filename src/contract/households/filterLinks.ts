import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { filterDetailsSchema, templateValueRowSchema } from './filterTemplates'
import { wardMeasureSchema } from './map'
import { DOT_COLOURS } from './needToKnow'

/** Above any code's length: wrong ones are 404 rather than invalid. */
const MAX_CODE = 200

const degrees = (most: number) => z.number().min(-most).max(most)

/** How the sender saw what the filters select. */
export const linkedViewSchema = z.object({
  view: z.enum(['household', 'ward']),
  shown: z.enum(['map', 'list']),
  /** Degrees; null without a map. */
  bounds: z.object({ west: degrees(180), south: degrees(90), east: degrees(180), north: degrees(90) }).nullable(),
  colour: z.enum(DOT_COLOURS).nullable(),
  measure: wardMeasureSchema,
})
export type LinkedView = z.infer<typeof linkedViewSchema>

/** Codes reveal nothing about filters (docs/product.md#links-to-a-view). */
export const createFilterLink = endpoint({
  name: 'createFilterLink',
  method: 'POST',
  path: '/api/create-filter-link',
  summary: 'Keeps filters and a view under a random code, for a link that people of the same organisation may open.',
  body: z.object({ filter_template_details: filterDetailsSchema, view: linkedViewSchema.nullable().default(null) }),
  reply: z.object({
    code: z.string(),
    expires_at: z.iso.datetime(),
    /** When the person's longest unopened link was made, which this one replaces. */
    removed_made_at: z.iso.datetime().nullish(),
  }),
})

export const openFilterLink = endpoint({
  name: 'openFilterLink',
  method: 'POST',
  isRead: true,
  path: '/api/open-filter-link',
  summary: 'What a link selects and shows. 404 for an unknown or expired code, and for another organisation’s.',
  body: z.object({ code: text(MAX_CODE).min(1) }),
  reply: z.object({
    rows: z.array(templateValueRowSchema),
    view: linkedViewSchema.nullable(),
  }),
})

import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { filterTemplateDetailsSchema, templateValueRowSchema } from './filterTemplates'

/** Longer than any code: a wrong one is not found rather than invalid. */
const MAX_CODE = 200

/** A link's code reveals nothing about its filters (docs/product.md#links-to-filters). */
export const createFilterLink = endpoint({
  name: 'createFilterLink',
  method: 'POST',
  path: '/api/create-filter-link',
  summary: 'Keeps filters under a random code, for a link that people of the same organisation may open.',
  body: z.object({ filter_template_details: filterTemplateDetailsSchema }),
  reply: z.object({ code: z.string(), expires_at: z.iso.datetime() }),
})

export const openFilterLink = endpoint({
  name: 'openFilterLink',
  method: 'POST',
  isRead: true,
  path: '/api/open-filter-link',
  summary: 'The values that a link selects. 404 for an unknown or expired code, and for another organisation’s.',
  body: z.object({ code: text(MAX_CODE).min(1) }),
  reply: z.array(templateValueRowSchema),
})

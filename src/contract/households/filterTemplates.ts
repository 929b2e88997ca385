import { z } from 'zod'
import { MAX_AREA_TEXT } from './area'
import { atMost, text } from '../bounded'
import { endpoint } from '../endpoint'
import { MAX_VALUES_PER_FILTER, refuseLongValues } from './filters'
import { escapeAngleBrackets, typedLength, unescapeAngleBrackets } from '../sanitise'

/** Before escaping (docs/product.md#text-input). */
export const TEMPLATE_NAME_LIMIT = 75

const MAX_FILTERS = 110

export const templateListItemSchema = z.object({
  template_id: z.number().int().positive(),
  filter_template_name: z.string(),
  is_shared: z.boolean().optional(),
})
export type TemplateListItem = z.infer<typeof templateListItemSchema>

export const getFilterTemplates = endpoint({
  name: 'getFilterTemplates',
  method: 'GET',
  path: '/api/user-filter-templates',
  summary: 'The filter templates of the person signed in, by name.',
  reply: z.array(templateListItemSchema),
})

const sharedTemplateSchema = templateListItemSchema.extend({
  /** Name or e-mail address; null: provider staff. */
  made_by: z.string().nullable(),
  made_at: z.iso.datetime(),
})
export type SharedTemplate = z.infer<typeof sharedTemplateSchema>

export const getSharedFilterTemplates = endpoint({
  name: 'getSharedFilterTemplates',
  method: 'GET',
  path: '/api/shared-filter-templates',
  summary: 'The templates that others share with the organisation, by name, with who made them.',
  reply: z.array(sharedTemplateSchema),
})

/** A range has two rows, minimum first. Values gone from the catalogue stay. */
export const templateValueRowSchema = z.object({
  category_name: z.string(),
  filter_name: z.string(),
  filter_display_name: z.string(),
  filter_value: z.object({ display_name: z.string(), name: z.string() }),
})
export type TemplateValueRow = z.infer<typeof templateValueRowSchema>

const readyMadeTemplateSchema = z.object({ name: z.string(), rows: z.array(templateValueRowSchema) })
export type ReadyMadeTemplate = z.infer<typeof readyMadeTemplateSchema>

export const getReadyMadeTemplates = endpoint({
  name: 'getReadyMadeTemplates',
  method: 'GET',
  path: '/api/ready-made-filter-templates',
  summary: 'The templates that Doorstep has for everybody, but those with a filter that the role is not shown.',
  reply: z.array(readyMadeTemplateSchema),
})

/** 32-bit. */
const templateId = z.number().int().positive().max(2_147_483_647)

export const getFilterTemplateValues = endpoint({
  name: 'getFilterTemplateValues',
  method: 'POST',
  isRead: true,
  path: '/api/filter-template-values',
  summary: 'The values that an own or shared template selects.',
  body: z.object({ template_id: templateId }),
  reply: z.array(templateValueRowSchema),
})

const TEMPLATE_NAME_TOO_LONG = `Template name cannot exceed ${TEMPLATE_NAME_LIMIT} characters.`

/** Escapes a name once, whether or not the app has. */
const filterTemplateNameSchema = text(TEMPLATE_NAME_LIMIT * 20, TEMPLATE_NAME_TOO_LONG)
  .trim()
  .refine((name) => name !== '', 'Enter a name for the template.')
  .refine((name) => typedLength(name) <= TEMPLATE_NAME_LIMIT, TEMPLATE_NAME_TOO_LONG)
  .overwrite((name) => escapeAngleBrackets(unescapeAngleBrackets(name)))

const filterTemplateDetailSchema = z
  .object({
    filter_name: text(100).min(1),
    filter_value_names: atMost(MAX_VALUES_PER_FILTER, z.array(text(MAX_AREA_TEXT)).min(1)),
  })
  .superRefine(({ filter_name, filter_value_names }, context) =>
    refuseLongValues(filter_name, filter_value_names, 'filter_value_names', context),
  )

/** Each filter once; ranges as minimum and maximum. None selects every household. */
export const filterDetailsSchema = atMost(MAX_FILTERS, z.array(filterTemplateDetailSchema))

const filterTemplateDetailsSchema = atMost(
  MAX_FILTERS,
  z.array(filterTemplateDetailSchema).min(1, 'Select at least one filter for the template.'),
)

export const createFilterTemplate = endpoint({
  name: 'createFilterTemplate',
  method: 'POST',
  path: '/api/create-filter-template',
  summary: 'Saves the selected filters under a name. 409 when the person has a template of that name.',
  idempotent: true,
  body: z.object({
    template_name: filterTemplateNameSchema,
    filter_template_details: filterTemplateDetailsSchema,
  }),
  reply: templateListItemSchema,
})

/** As last seen; a change of any other state is refused. */
const seenTemplateSchema = z.object({
  /** Escaped, as in lists. */
  template_name: text(TEMPLATE_NAME_LIMIT * 20),
  is_shared: z.boolean(),
})
export type SeenTemplate = z.infer<typeof seenTemplateSchema>

/** Refusal code for a template changed meanwhile. */
export const TEMPLATE_CHANGED = 'template_changed'

export const renameFilterTemplate = endpoint({
  name: 'renameFilterTemplate',
  method: 'POST',
  path: '/api/rename-filter-template',
  summary:
    'Gives a template another name. 409 when the person has another template of that name, or when it has had another name since it was seen.',
  idempotent: true,
  body: z.object({
    template_id: templateId,
    template_name: filterTemplateNameSchema,
    seen: seenTemplateSchema.optional(),
  }),
  reply: templateListItemSchema,
})

export const deleteFilterTemplate = endpoint({
  name: 'deleteFilterTemplate',
  method: 'POST',
  path: '/api/delete-filter-template',
  summary: 'Deletes a template of the person signed in. 409 when it has been renamed or shared since it was seen.',
  idempotent: true,
  body: z.object({ template_id: templateId, seen: seenTemplateSchema.optional() }),
  reply: z.object({ template_id: templateId }),
})

export const shareFilterTemplate = endpoint({
  name: 'shareFilterTemplate',
  method: 'POST',
  path: '/api/share-filter-template',
  summary: 'Shares an own template with the organisation, whose people may apply and copy it, or ends that.',
  idempotent: true,
  body: z.object({ template_id: templateId, is_shared: z.boolean() }),
  reply: z.object({ template_id: templateId }),
})

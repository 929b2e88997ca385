import { z } from 'zod'
import { AREA_FILTER, MAX_AREA_TEXT } from './area'
import { atMost, text } from '../bounded'
import { endpoint } from '../endpoint'

/** A filter's `type` stays a string on the wire: an old app may meet a newer server. */
export const FILTER_TYPES = [
  'dual_range_slider',
  'dropdown_checkbox_multiple',
  'checkbox_multiple',
  'integer_to_integer',
  'search',
] as const
export type FilterType = (typeof FILTER_TYPES)[number]

const RANGE_TYPES: readonly string[] = ['dual_range_slider', 'integer_to_integer'] satisfies FilterType[]

/** Whether values are a minimum and a maximum. */
export const isRangeType = (type: string): boolean => RANGE_TYPES.includes(type)

/** Values come from the data, and are sent by display name. */
export const DYNAMIC_FILTER_NAMES = ['household_references', 'postcodes', 'ward', 'local_authority'] as const
export type DynamicFilterName = (typeof DYNAMIC_FILTER_NAMES)[number]

/** Names single households. */
export const REFERENCE_FILTER = 'household_references' satisfies DynamicFilterName

/** A category outside the catalogue. */
export const HOUSEHOLD_REFERENCE_CATEGORY = 'household_reference'

/**
 * Replaces the only value of a filter when that household is gone: no value would select everybody, this selects
 * nobody.
 */
export const NO_HOUSEHOLD = 'Household no longer held'

/** Outside the catalogue: src/contract/households/overTime.ts. */
export const OVER_TIME_CATEGORY = 'over_time'

/** More in a pasted list is a 422. */
export const MAX_VALUES_PER_FILTER = 10_000

/** Longer lists are cut to their first values. */
export const WHOLE_LIST_LIMIT = 5_000

const filterValueSchema = z.object({ name: z.string(), display_name: z.string() })
export type FilterValue = z.infer<typeof filterValueSchema>

const everydayWordsSchema = z.object({ words: z.array(z.string()), filter_values: z.array(filterValueSchema) })

/**
 * A range has two whole numbers. A `search` filter over {@link WHOLE_LIST_LIMIT} has 50 values and `total`; {@link
 * findFilterValues} finds the rest.
 */
const filterSchema = z.object({
  filter_name: z.string(),
  display_name: z.string(),
  placeholder: z.string(),
  description: z.string(),
  type: z.string(),
  filter_values: z.array(filterValueSchema),
  total: z.number().int().optional(),
  everyday_words: z.array(everydayWordsSchema).optional(),
})
export type Filter = z.infer<typeof filterSchema>

const subcategorySchema = z.object({
  subcategory_name: z.string(),
  display_name: z.string(),
  description: z.string(),
  filters: z.array(filterSchema),
})
export type Subcategory = z.infer<typeof subcategorySchema>

export const filterCategorySchema = z.object({
  category_name: z.string(),
  display_name: z.string(),
  subcategories: z.array(subcategorySchema),
})
export type FilterCategory = z.infer<typeof filterCategorySchema>

export const getAllFilters = endpoint({
  name: 'getAllFilters',
  method: 'GET',
  path: '/api/all-filters',
  summary: 'The filter catalogue: categories, subcategories, filters and their values.',
  reply: z.array(filterCategorySchema),
})

export const householdReferenceFilterSchema = filterSchema.omit({ description: true, everyday_words: true })
export type HouseholdReferenceFilter = z.infer<typeof householdReferenceFilterSchema>

const optionQuery = z.object({
  query: text(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})

export const getHouseholdReferenceFilter = endpoint({
  name: 'getHouseholdReferenceFilter',
  method: 'GET',
  path: '/api/household-reference-filter',
  summary: 'The household reference filter: up to 5,000 references, above that the first 50 and the total.',
  query: optionQuery,
  reply: householdReferenceFilterSchema,
})

export const findFilterValues = endpoint({
  name: 'findFilterValues',
  method: 'GET',
  path: '/api/filter-values',
  summary: 'Values of one search filter that contain the query.',
  query: optionQuery.extend({ filter_name: z.enum(DYNAMIC_FILTER_NAMES) }),
  reply: z.object({ filter_values: z.array(filterValueSchema), total: z.number().int() }),
})

const pastedValues = atMost(MAX_VALUES_PER_FILTER, z.array(text(200)))
const matchesSchema = z.object({ matched: z.array(filterValueSchema), unmatched: z.array(z.string()) })

/** Shows few households, except to a device that asks what it holds (docs/product.md#erasure). */
export const matchHouseholdReferences = endpoint({
  name: 'matchHouseholdReferences',
  method: 'POST',
  isRead: true,
  path: '/api/household-reference-matches',
  summary:
    'Which of the pasted household references exist, ignoring case, spaces, invisible signs and the kind of dashes.',
  body: z.object({
    values: pastedValues,
    /** From a device: the erasure count when it last asked. */
    erasures_seen: z.number().int().min(0).optional(),
  }),
  reply: matchesSchema,
})

export const matchFilterValues = endpoint({
  name: 'matchFilterValues',
  method: 'POST',
  isRead: true,
  path: '/api/filter-value-matches',
  summary: 'Which of the pasted values of a search filter exist, ignoring case.',
  body: z.object({ filter_name: z.enum(DYNAMIC_FILTER_NAMES), values: pastedValues }),
  reply: matchesSchema,
})

const MAX_VALUE_LENGTH = 200

/** Refuses values over 200 characters, except areas. */
export const refuseLongValues = (
  name: string,
  values: readonly string[],
  path: string,
  context: z.core.$RefinementCtx,
): void => {
  const place = name === AREA_FILTER.filter_name ? -1 : values.findIndex((value) => value.length > MAX_VALUE_LENGTH)
  if (place === -1) return
  const message = `A value has at most ${MAX_VALUE_LENGTH} characters.`
  context.addIssue({ code: 'custom', path: [path, place], message })
}

const requestedFilter = z
  .object({
    filter_name: text(100),
    filter_value_list: atMost(MAX_VALUES_PER_FILTER, z.array(text(MAX_AREA_TEXT))),
  })
  .superRefine(({ filter_name, filter_value_list }, context) =>
    refuseLongValues(filter_name, filter_value_list, 'filter_value_list', context),
  )

export const filterRequestSchema = z.object({
  filter_request_list: atMost(100, z.array(requestedFilter)),
  dynamic_filter_value_request_list: atMost(10, z.array(requestedFilter)),
})
export type FilterRequest = z.infer<typeof filterRequestSchema>

const count = z.number().int()

const facetSchema = z.union([
  z.object({ filter_name: z.string(), values: z.array(z.object({ name: z.string(), household_count: count })) }),
  z.object({ filter_name: z.string(), minimum: z.number(), maximum: z.number(), bins: z.array(count) }),
])
export type Facet = z.infer<typeof facetSchema>

export const facetsSchema = z.object({ household_count: count, facets: z.array(facetSchema) })
export type Facets = z.infer<typeof facetsSchema>

/**
 * Every filter but references and postcodes. As Arrow: the column {@link FACET_COUNTS_COLUMN} in the catalogue's order,
 * with {@link FACET_METADATA}.
 */
export const getFilterFacets = endpoint({
  name: 'getFilterFacets',
  method: 'POST',
  isRead: true,
  path: '/api/filter-facets',
  summary: 'How many households each choice of each filter leaves, of those that match all other selected filters.',
  body: filterRequestSchema,
  reply: facetsSchema,
  produces: 'json-or-arrow',
})

/**
 * For a moving slider: other facets' counts for each bin, ignoring the filter's own selection. Arrow as {@link
 * getFilterFacets}, with the bytes of `packIndex` (./facetIndex.ts).
 */
export const getFilterFacetIndex = endpoint({
  name: 'getFilterFacetIndex',
  isCostly: 'alone',
  method: 'POST',
  isRead: true,
  path: '/api/filter-facet-index',
  summary: 'The counts of all facets for each bin of one range filter.',
  body: filterRequestSchema.extend({ filter_name: text(100) }),
  reply: z.unknown(),
  produces: 'arrow',
})

export const FACET_COUNTS_COLUMN = 'household_count'

export const FACET_METADATA = {
  /** JSON: matching households, one number or one per bin. */
  households: 'household_counts',
  /** ETag of the catalogue that the order follows. */
  catalogue: 'catalogue',
  /** JSON, for an index: values or bins per facet; none for the slider's own. */
  sizes: 'facet_sizes',
} as const

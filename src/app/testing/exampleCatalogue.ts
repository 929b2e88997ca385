import type { Filter, FilterCategory } from '#contract/households/filters'

/** A filter of ticked values, as the server describes it, for tests. */
export const tickedFilter = (filter_name: string, display_name: string, values: Record<string, string>): Filter => ({
  filter_name,
  display_name,
  placeholder: '',
  description: '',
  type: 'checkbox_multiple',
  filter_values: Object.entries(values).map(([name, words]) => ({ name, display_name: words })),
})

/** A catalogue of one category with these filters. */
export const catalogueOf = (...filters: Filter[]): FilterCategory[] => [
  {
    category_name: 'all',
    display_name: 'All',
    subcategories: [{ subcategory_name: 'all', display_name: 'All', description: '', filters }],
  },
]

/** docs/product.md#visit-rounds */
import type { Filter, FilterCategory } from './filters'
import { VISIT_OUTCOME_WORDS, VISIT_OUTCOMES } from './visitOutcomes'

export const NEVER_VISITED = 'never'

const aFilter = (name: string, displayName: string, values: readonly (readonly [string, string])[]): Filter => ({
  filter_name: name,
  display_name: displayName,
  description: '',
  placeholder: '',
  type: 'checkbox_multiple',
  filter_values: values.map(([id, words]) => ({ name: id, display_name: words })),
})

export const VISIT_OUTCOME_FILTER = aFilter('last_visit', 'Last visit', [
  [NEVER_VISITED, 'Never visited'],
  ...VISIT_OUTCOMES.map((outcome) => [outcome, VISIT_OUTCOME_WORDS[outcome]] as const),
])

export const LAST_VISITED_FILTER = aFilter('last_visited', 'Last visited', [
  [NEVER_VISITED, 'Never'],
  ['days_30', 'In the last 30 days'],
  ['days_90', '31 to 90 days ago'],
  ['earlier', 'More than 90 days ago'],
])

/** Outside the catalogue, as the filters of contact. */
export const VISITS_CATEGORY: FilterCategory = {
  category_name: 'visits',
  display_name: 'Visits',
  subcategories: [
    {
      subcategory_name: 'visits',
      display_name: 'Visits',
      description: '',
      filters: [VISIT_OUTCOME_FILTER, LAST_VISITED_FILTER],
    },
  ],
}

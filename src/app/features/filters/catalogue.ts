import type { Filter, FilterCategory, Subcategory } from '#contract/filters'
import type { FilterPlace } from '../../state/filters/selection'

/** A filter with where it stands in the catalogue. */
export interface PlacedFilter {
  place: FilterPlace
  filter: Filter
  category: FilterCategory
  subcategory: Subcategory
}

/** Every filter of the catalogue in its order. */
export function placedFilters(categories: readonly FilterCategory[]): PlacedFilter[] {
  return categories.flatMap((category) =>
    category.subcategories.flatMap((subcategory) =>
      subcategory.filters.map((filter) => ({ place: placeOf(category, filter), filter, category, subcategory })),
    ),
  )
}

/** Where a filter of the catalogue keeps its selection. */
export function placeOf(category: Pick<FilterCategory, 'category_name'>, filter: Filter): FilterPlace {
  return { categoryName: category.category_name, filterName: filter.filter_name, displayName: filter.display_name }
}

/** One text for a place: the key of a list, or what the finder found. */
export const keyOf = (place: Pick<FilterPlace, 'categoryName' | 'filterName'>) =>
  `${place.categoryName}/${place.filterName}`

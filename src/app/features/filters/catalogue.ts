import type { Filter, FilterCategory, Subcategory } from '#contract/filters'
import type { FilterPlace } from '../../state/filters/selectedFilters'

/** A filter with its place in the catalogue. */
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

/** The key of a filter's selection. */
export function placeOf(category: Pick<FilterCategory, 'category_name'>, filter: Filter): FilterPlace {
  return { categoryName: category.category_name, filterName: filter.filter_name, displayName: filter.display_name }
}

/** A place as one string key. */
export const keyOf = (place: Pick<FilterPlace, 'categoryName' | 'filterName'>) =>
  `${place.categoryName}/${place.filterName}`

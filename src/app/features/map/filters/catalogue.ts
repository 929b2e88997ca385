import { AREA_CATEGORY } from '#contract/households/area'
import { CONTACT_CATEGORY } from '#contract/households/contactPressure'
import { VISITS_CATEGORY } from '#contract/households/visitFilters'
import {
  HOUSEHOLD_REFERENCE_CATEGORY,
  isRangeType,
  OVER_TIME_CATEGORY,
  type Filter,
  type FilterCategory,
  type Subcategory,
} from '#contract/households/filters'
import {
  listPlaces,
  withValues,
  type FilterPlace,
  type SelectedFilter,
  type SelectedFilters,
} from '../../../state/filters/selection'
import { rangeValues, readRange, selectedRange } from './controls/rangeValues'
import { isPartial } from './searchSource'

export interface PlacedFilter {
  place: FilterPlace
  filter: Filter
  category: FilterCategory
  subcategory: Subcategory
}

/** In the catalogue's order. */
export function placedFilters(categories: readonly FilterCategory[]): PlacedFilter[] {
  return categories.flatMap((category) =>
    category.subcategories.flatMap((subcategory) =>
      subcategory.filters.map((filter) => ({ place: placeFilter(category, filter), filter, category, subcategory })),
    ),
  )
}

/** The key of a filter's selection. */
export function placeFilter(category: Pick<FilterCategory, 'category_name'>, filter: Filter): FilterPlace {
  return { categoryName: category.category_name, filterName: filter.filter_name, displayName: filter.display_name }
}

/** A place as one string key. */
export const writePlaceKey = (place: Pick<FilterPlace, 'categoryName' | 'filterName'>) =>
  `${place.categoryName}/${place.filterName}`

/*
 * A stored selection may predate the catalogue (new snapshot, other organisation); the server refuses unknown values,
 * so they are removed here.
 */

const OUTSIDE: readonly string[] = [
  HOUSEHOLD_REFERENCE_CATEGORY,
  AREA_CATEGORY,
  OVER_TIME_CATEGORY,
  CONTACT_CATEGORY.category_name,
  VISITS_CATEGORY.category_name,
]

/**
 * The known selection in today's words, names of the rest, and how many filters are not the role's.
 * @param hidden filters hidden from the role
 */
export function reconciled(
  selection: SelectedFilters,
  categories: readonly FilterCategory[],
  hidden: readonly string[] = [],
): { kept: SelectedFilters; dropped: string[]; notShown: number } {
  const filters = new Map(placedFilters(categories).map(({ place, filter }) => [writePlaceKey(place), filter]))
  const dropped: string[] = []
  let kept = selection
  for (const place of listPlaces(selection)) {
    if (OUTSIDE.includes(place.categoryName) && !hidden.includes(place.displayName)) continue
    const filter = filters.get(writePlaceKey(place))
    if (!filter) {
      const { displayName } = place
      dropped.push(hidden.includes(displayName) ? `${displayName} (not shown to your role)` : displayName)
      kept = withValues(kept, place, [])
    } else if (hasWholeList(filter)) {
      const known = new Set(filter.filter_values.map((value) => value.name))
      const lost = place.selectedValues.filter((value) => !known.has(value.id))
      if (lost.length === 0) continue
      dropped.push(...lost.map((value) => value.displayName))
      kept = withValues(
        kept,
        place,
        place.selectedValues.filter((value) => known.has(value.id)),
      )
    } else {
      kept = withRangeInWords(kept, place, filter)
    }
  }
  const notShown = listPlaces(selection).filter(({ displayName }) => hidden.includes(displayName)).length
  return { kept, dropped, notShown }
}

/** The server has only numbers: '100' was chosen as '£100'. */
function withRangeInWords(selection: SelectedFilters, place: FilterPlace & SelectedFilter, filter: Filter) {
  const [range, selected] = [isRangeType(filter.type) ? readRange(filter) : null, selectedRange(place.selectedValues)]
  if (!range || !selected) return selection
  return withValues(selection, place, rangeValues(selected.min, selected.max, range.write))
}

function hasWholeList(filter: Filter): boolean {
  return ['dropdown_checkbox_multiple', 'checkbox_multiple', 'search'].includes(filter.type) && !isPartial(filter)
}

import type { Filter, FilterCategory } from '#contract/filters'
import { HOUSEHOLD_REFERENCE_CATEGORY } from '#contract/filters'
import { placesOf, withValues, type SelectedFilters } from '../../state/filters/selectedFilters'
import { isPartial } from './searchSource'

/*
 * A stored selection may be older than the catalogue (new snapshot, other organisation), and the server refuses
 * unknown values, so they are removed here.
 */

/** The known part of a selection, and the names of the unknown rest. */
export function reconciled(
  selection: SelectedFilters,
  categories: readonly FilterCategory[],
): { kept: SelectedFilters; dropped: string[] } {
  const dropped: string[] = []
  let kept = selection
  for (const place of placesOf(selection)) {
    if (place.categoryName === HOUSEHOLD_REFERENCE_CATEGORY) continue
    const filter = filterAt(categories, place.categoryName, place.filterName)
    if (!filter) {
      dropped.push(place.displayName)
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
    }
  }
  return { kept, dropped }
}

function filterAt(categories: readonly FilterCategory[], categoryName: string, filterName: string): Filter | undefined {
  return categories
    .filter((category) => category.category_name === categoryName)
    .flatMap((category) => category.subcategories.flatMap((subcategory) => subcategory.filters))
    .find((filter) => filter.filter_name === filterName)
}

/** False for ranges and for lists cut short. */
function hasWholeList(filter: Filter): boolean {
  return ['dropdown_checkbox_multiple', 'checkbox_multiple', 'search'].includes(filter.type) && !isPartial(filter)
}

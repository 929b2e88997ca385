/**
 * What a selection of filters is and what may be done to it. Pure.
 *
 * Policy: a filter without values and a category without filters do not exist. Every function here
 * returns a selection in which that holds, and never changes the one it was given.
 */
import type { z } from 'zod'
import { DYNAMIC_FILTER_NAMES, type FilterRequest } from '#contract/filters'
import { selectedFiltersSchema, type selectedFilterSchema, type selectedValueSchema } from '#offline/selectedFilters'
import { listed } from '../../lib/listed'

export { selectedFiltersSchema }

/** A chosen value: the snapshot's name for it and what people read. */
export type SelectedValue = z.infer<typeof selectedValueSchema>
export type SelectedFilter = z.infer<typeof selectedFilterSchema>
/** By category name, then filter name. A range has exactly two values: its minimum and maximum. */
export type SelectedFilters = z.infer<typeof selectedFiltersSchema>

/** Where a filter stands: its category's name, its own, and the name people read. */
export interface FilterPlace {
  categoryName: string
  filterName: string
  displayName: string
}

/** A copy without filters that have no values, and without categories that have no filters. */
export function pruned(selection: SelectedFilters): SelectedFilters {
  const categories = Object.entries(selection).map(
    ([name, filters]) =>
      [name, Object.fromEntries(Object.entries(filters).filter(([, one]) => one.selectedValues.length > 0))] as const,
  )
  return Object.fromEntries(categories.filter(([, filters]) => Object.keys(filters).length > 0))
}

/** The values chosen of one filter; none when it is not applied. */
export function valuesOf(selection: SelectedFilters, place: Pick<FilterPlace, 'categoryName' | 'filterName'>) {
  return selection[place.categoryName]?.[place.filterName]?.selectedValues ?? NO_VALUES
}
/** One array for every filter that is not applied, so that its control need not draw again. */
const NO_VALUES: readonly SelectedValue[] = []

/** Puts these values in the place of the filter's own; none removes the filter. */
export function withValues(
  selection: SelectedFilters,
  place: FilterPlace,
  values: readonly SelectedValue[],
): SelectedFilters {
  const filter: SelectedFilter = { displayName: place.displayName, selectedValues: [...values] }
  return pruned({
    ...selection,
    [place.categoryName]: { ...selection[place.categoryName], [place.filterName]: filter },
  })
}

/** Adds the value, or removes it when it is there. */
export function toggled(selection: SelectedFilters, place: FilterPlace, value: SelectedValue): SelectedFilters {
  const values = valuesOf(selection, place)
  const without = values.filter((one) => one.id !== value.id)
  return withValues(selection, place, without.length < values.length ? without : [...values, value])
}

/** A selection with its filters in a row, for a list or a count. */
export function placesOf(selection: SelectedFilters): (FilterPlace & SelectedFilter)[] {
  return Object.entries(selection).flatMap(([categoryName, filters]) =>
    Object.entries(filters).map(([filterName, filter]) => ({ categoryName, filterName, ...filter })),
  )
}

const dynamicNames: readonly string[] = DYNAMIC_FILTER_NAMES

/** The selection as every call sends it: search filters by display name, all others by value name. */
export function requestOf(selection: SelectedFilters): FilterRequest {
  const request: FilterRequest = { filter_request_list: [], dynamic_filter_value_request_list: [] }
  for (const { filterName, selectedValues } of placesOf(selection)) {
    if (dynamicNames.includes(filterName)) {
      request.dynamic_filter_value_request_list.push({
        filter_name: filterName,
        filter_value_list: selectedValues.map((value) => value.displayName),
      })
    } else {
      request.filter_request_list.push({
        filter_name: filterName,
        filter_value_list: selectedValues.map((value) => value.id),
      })
    }
  }
  return request
}

/** Whether two selections choose the same: the order of filters and of values says nothing. */
export function choosesTheSame(one: SelectedFilters, other: SelectedFilters): boolean {
  const [left, right] = [choicesIn(one), choicesIn(other)]
  return left.size === right.size && [...left].every((choice) => right.has(choice))
}

const choicesIn = (selection: SelectedFilters) =>
  new Set(
    placesOf(selection).flatMap(({ filterName, selectedValues }) =>
      selectedValues.map((value) => JSON.stringify([filterName, value.id])),
    ),
  )

/** A filter's values in a sentence; the two of a range belong together. */
export function valuesInWords({ selectedValues }: Pick<SelectedFilter, 'selectedValues'>, isRange: boolean): string {
  const names = selectedValues.map((value) => value.displayName)
  return isRange ? names.join(' to ') : listed(names)
}

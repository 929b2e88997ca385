/** Data without empty filters or categories. */
import type { z } from 'zod'
import type { selectedFiltersSchema, selectedFilterSchema, selectedValueSchema } from '#offline/selectedFilters'
import { listed } from '../../lib/counts'

export type SelectedValue = z.infer<typeof selectedValueSchema>
export type SelectedFilter = z.infer<typeof selectedFilterSchema>
export type SelectedFilters = z.infer<typeof selectedFiltersSchema>

export interface FilterPlace {
  categoryName: string
  filterName: string
  displayName: string
}

/** A copy without empty filters and categories. */
export function pruned(selection: SelectedFilters): SelectedFilters {
  const categories = Object.entries(selection).map(
    ([name, filters]) =>
      [name, Object.fromEntries(Object.entries(filters).filter(([, one]) => one.selectedValues.length > 0))] as const,
  )
  return Object.fromEntries(categories.filter(([, filters]) => Object.keys(filters).length > 0))
}

/** The values of one filter. */
export function listValues(selection: SelectedFilters, place: Pick<FilterPlace, 'categoryName' | 'filterName'>) {
  return selection[place.categoryName]?.[place.filterName]?.selectedValues ?? NO_VALUES
}
/** Stable, so that controls do not render again. */
const NO_VALUES: readonly SelectedValue[] = []

/** Replaces a filter's values; none removes it. */
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

/** Adds or removes the value. */
export function toggled(selection: SelectedFilters, place: FilterPlace, value: SelectedValue): SelectedFilters {
  const values = listValues(selection, place)
  const without = values.filter((one) => one.id !== value.id)
  return withValues(selection, place, without.length < values.length ? without : [...values, value])
}

/** The selection as a list. */
export function listPlaces(selection: SelectedFilters): (FilterPlace & SelectedFilter)[] {
  return Object.entries(selection).flatMap(([categoryName, filters]) =>
    Object.entries(filters).map(([filterName, filter]) => ({ categoryName, filterName, ...filter })),
  )
}

/** Compares regardless of order. */
export function choosesTheSame(one: SelectedFilters, other: SelectedFilters): boolean {
  const [left, right] = [choicesIn(one), choicesIn(other)]
  return left.size === right.size && [...left].every((choice) => right.has(choice))
}

const choicesIn = (selection: SelectedFilters) =>
  new Set(
    listPlaces(selection).flatMap(({ filterName, selectedValues }) =>
      selectedValues.map((value) => JSON.stringify([filterName, value.id])),
    ),
  )

/** A filter's values in words. */
export function valuesInWords({ selectedValues }: Pick<SelectedFilter, 'selectedValues'>, isRange: boolean): string {
  const names = selectedValues.map((value) => value.displayName)
  return isRange ? names.join(' to ') : listed(names)
}

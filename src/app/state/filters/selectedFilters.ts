/** In this tab's session storage only. Filters without values and categories without filters do not exist. */
import { useMemo } from 'react'
import type { z } from 'zod'
import { AREA_FILTER } from '#contract/area'
import { DYNAMIC_FILTER_NAMES, type FilterRequest } from '#contract/filters'
import { selectedFiltersSchema, type selectedFilterSchema, type selectedValueSchema } from '#offline/selectedFilters'
import { listed } from '../../lib/counts'
import { forgetSteps, NO_STEPS, readSteps, recorded, stepped, writeSteps, type Steps } from './steps'
import { atom, atomWithLazy, useAtomValue, useSetAtom } from '../store'

export type SelectedValue = z.infer<typeof selectedValueSchema>
export type SelectedFilter = z.infer<typeof selectedFilterSchema>
/** A range has two values. */
export type SelectedFilters = z.infer<typeof selectedFiltersSchema>

export interface FilterPlace {
  categoryName: string
  filterName: string
  displayName: string
}

/** A copy without what is empty. */
function pruned(selection: SelectedFilters): SelectedFilters {
  const categories = Object.entries(selection).map(
    ([name, filters]) =>
      [name, Object.fromEntries(Object.entries(filters).filter(([, one]) => one.selectedValues.length > 0))] as const,
  )
  return Object.fromEntries(categories.filter(([, filters]) => Object.keys(filters).length > 0))
}

/** The values of one filter. */
export function valuesOf(selection: SelectedFilters, place: Pick<FilterPlace, 'categoryName' | 'filterName'>) {
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
  const values = valuesOf(selection, place)
  const without = values.filter((one) => one.id !== value.id)
  return withValues(selection, place, without.length < values.length ? without : [...values, value])
}

/** The selection as a list. */
export function placesOf(selection: SelectedFilters): (FilterPlace & SelectedFilter)[] {
  return Object.entries(selection).flatMap(([categoryName, filters]) =>
    Object.entries(filters).map(([filterName, filter]) => ({ categoryName, filterName, ...filter })),
  )
}

const dynamicNames: readonly string[] = DYNAMIC_FILTER_NAMES

/** As calls send it: search filters by display name, an area as GeoJSON, others by value. */
export function requestOf(selection: SelectedFilters): FilterRequest {
  const request: FilterRequest = { filter_request_list: [], dynamic_filter_value_request_list: [] }
  for (const { filterName, selectedValues } of placesOf(selection)) {
    if (filterName === AREA_FILTER.filter_name) {
      request.dynamic_filter_value_request_list.push({
        filter_name: filterName,
        filter_value_list: selectedValues.map((value) => value.id),
      })
    } else if (dynamicNames.includes(filterName)) {
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

/** Compares without order. */
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

/** A filter's values in words. */
export function valuesInWords({ selectedValues }: Pick<SelectedFilter, 'selectedValues'>, isRange: boolean): string {
  const names = selectedValues.map((value) => value.displayName)
  return isRange ? names.join(' to ') : listed(names)
}

export const SELECTED_FILTERS_KEY = 'doorstep.selected-filters'

function readStored(): SelectedFilters {
  try {
    const text = sessionStorage.getItem(SELECTED_FILTERS_KEY)
    if (text === null) return {}
    return pruned(selectedFiltersSchema.parse(JSON.parse(text)))
  } catch {
    forgetStored()
    return {}
  }
}

function forgetStored(): void {
  try {
    sessionStorage.removeItem(SELECTED_FILTERS_KEY)
  } catch {
    // Storage is switched off.
  }
}

/** Without room the former one goes too: a reload must not restore it. */
function writeStored(selection: SelectedFilters): boolean {
  if (Object.keys(selection).length === 0) {
    forgetStored()
    return true
  }
  const text = JSON.stringify(selection)
  return isStored(text) || (forgetSteps(), isStored(text)) || (forgetStored(), false)
}

function isStored(text: string): boolean {
  try {
    sessionStorage.setItem(SELECTED_FILTERS_KEY, text)
    return true
  } catch {
    return false
  }
}

const currentAtom = atomWithLazy(readStored)
const keptAtom = atom(true)
const stepsAtom = atomWithLazy(readSteps)

/** A change of the selection that is no step to undo: what the catalogue lost. */
export const amendedFiltersAtom = atom(null, (_get, set, next: SelectedFilters) => {
  set(currentAtom, next)
  set(keptAtom, writeStored(next))
})

const writtenStepsAtom = atom(null, (_get, set, steps: Steps) => {
  set(stepsAtom, steps)
  writeSteps(steps)
})

/** Each change is a step to undo. */
export const selectedFiltersAtom = atom(
  (get) => get(currentAtom),
  (get, set, update: SelectedFilters | ((before: SelectedFilters) => SelectedFilters)) => {
    const before = get(currentAtom)
    const next = pruned(typeof update === 'function' ? update(before) : update)
    set(amendedFiltersAtom, next)
    if (!choosesTheSame(before, next)) set(writtenStepsAtom, recorded(get(stepsAtom), before))
  },
)

/** Which ways there is a step. */
export const stepsThereAtom = atom((get) => {
  const { past, future } = get(stepsAtom)
  return { undo: past.length > 0, redo: future.length > 0 }
})

/** Undoes or redoes one change. @returns whether there was one */
export const stepAtom = atom(null, (get, set, direction: 'undo' | 'redo'): boolean => {
  const found = stepped(get(stepsAtom), direction, get(currentAtom))
  if (!found) return false
  set(amendedFiltersAtom, found.selection)
  set(writtenStepsAtom, found.steps)
  return true
})

/** Nothing selected and nothing to undo, for the next person. */
export const forgetFiltersAtom = atom(null, (_get, set) => {
  set(amendedFiltersAtom, {})
  set(writtenStepsAtom, NO_STEPS)
})

/** False when a reload would lose it. */
export const selectionKeptAtom = atom((get) => get(keptAtom))

export const filterRequestAtom = atom<FilterRequest>((get) => requestOf(get(selectedFiltersAtom)))

/** Filters, not values. */
export const appliedFilterCountAtom = atom((get) => placesOf(get(selectedFiltersAtom)).length)

/** Increased to fetch at once, without the 2000 ms. */
export const fetchAtOnceAtom = atom(0)

export interface FilterValues {
  values: readonly SelectedValue[]
  /** None removes the filter. */
  replace: (values: readonly SelectedValue[]) => void
  toggle: (value: SelectedValue) => void
  change: (next: (before: readonly SelectedValue[]) => readonly SelectedValue[]) => void
  /** All, or none beyond the limit. @returns how many there would be. */
  add: (values: readonly SelectedValue[], limit: number) => number
}

const addValuesAtom = atom(null, (get, set, place: FilterPlace, added: readonly SelectedValue[], limit: number) => {
  const selection = get(selectedFiltersAtom)
  const before = valuesOf(selection, place)
  const known = new Set(before.map((value) => value.id))
  const after = [...before, ...added.filter((value) => !known.has(value.id))]
  if (after.length <= limit) set(selectedFiltersAtom, withValues(selection, place, after))
  return after.length
})

/** One filter's values; changes of other filters do not render again. */
export function useFilterValues(place: FilterPlace): FilterValues {
  const { categoryName, filterName, displayName } = place
  const valuesAtom = useMemo(
    () => atom((get) => valuesOf(get(selectedFiltersAtom), { categoryName, filterName })),
    [categoryName, filterName],
  )
  const values = useAtomValue(valuesAtom)
  const setSelection = useSetAtom(selectedFiltersAtom)
  const addValues = useSetAtom(addValuesAtom)
  return useMemo(() => {
    const here = { categoryName, filterName, displayName }
    return {
      values,
      replace: (next) => setSelection((before) => withValues(before, here, next)),
      toggle: (value) => setSelection((before) => toggled(before, here, value)),
      change: (next) => setSelection((before) => withValues(before, here, next(valuesOf(before, here)))),
      add: (added, limit) => addValues(here, added, limit),
    }
  }, [values, setSelection, addValues, categoryName, filterName, displayName])
}

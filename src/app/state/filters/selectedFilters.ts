/** Kept in this tab's session storage only. */
import { useMemo } from 'react'
import { AREA_FILTER } from '#contract/households/area'
import { DYNAMIC_FILTER_NAMES, type FilterRequest } from '#contract/households/filters'
import { selectedFiltersSchema } from '#offline/selectedFilters'
import {
  choosesTheSame,
  listPlaces,
  pruned,
  toggled,
  listValues,
  withValues,
  type FilterPlace,
  type SelectedFilters,
  type SelectedValue,
} from './selection'
import { forgetSteps, NO_STEPS, readSteps, recorded, stepped, writeSteps, type Steps } from './steps'
import { atom, atomWithLazy, useAtomValue, useSetAtom } from '../store'

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

/** Without room the old one goes too: a reload must not restore it. */
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

/** Changes the selection without an undo step. */
export const amendedFiltersAtom = atom(null, (_get, set, next: SelectedFilters) => {
  set(currentAtom, next)
  set(keptAtom, writeStored(next))
})

const writtenStepsAtom = atom(null, (_get, set, steps: Steps) => {
  set(stepsAtom, steps)
  writeSteps(steps)
})

/** Each write is an undo step. */
export const selectedFiltersAtom = atom(
  (get) => get(currentAtom),
  (get, set, update: SelectedFilters | ((before: SelectedFilters) => SelectedFilters)) => {
    const before = get(currentAtom)
    const next = pruned(typeof update === 'function' ? update(before) : update)
    set(amendedFiltersAtom, next)
    if (!choosesTheSame(before, next)) set(writtenStepsAtom, recorded(get(stepsAtom), before))
  },
)

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

/** The selection and all undo and redo steps; a write changes each, without a new step. */
export const everySelectionAtom = atom(
  (get) => {
    const { past, future } = get(stepsAtom)
    return [get(currentAtom), ...past, ...future]
  },
  (get, set, change: (one: SelectedFilters) => SelectedFilters) => {
    const { past, future } = get(stepsAtom)
    set(amendedFiltersAtom, change(get(currentAtom)))
    set(writtenStepsAtom, { past: past.map(change), future: future.map(change) })
  },
)

export const forgetFiltersAtom = atom(null, (_get, set) => {
  set(amendedFiltersAtom, {})
  set(writtenStepsAtom, NO_STEPS)
})

/** False if a reload would lose the selection. */
export const selectionKeptAtom = atom((get) => get(keptAtom))

const dynamicNames: readonly string[] = DYNAMIC_FILTER_NAMES

/** A selection as calls send it: search filters by display name, an area as GeoJSON, others by value. */
export function writeFilterRequest(selection: SelectedFilters): FilterRequest {
  const request: FilterRequest = { filter_request_list: [], dynamic_filter_value_request_list: [] }
  for (const { filterName, selectedValues } of listPlaces(selection)) {
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

export const filterRequestAtom = atom<FilterRequest>((get) => writeFilterRequest(get(selectedFiltersAtom)))

/** Filters, not values. */
export const appliedFilterCountAtom = atom((get) => listPlaces(get(selectedFiltersAtom)).length)

/** Increased to fetch without the debounce. */
export const fetchAtOnceAtom = atom(0)

export interface FilterValues {
  values: readonly SelectedValue[]
  /** None removes the filter. */
  replace: (values: readonly SelectedValue[]) => void
  toggle: (value: SelectedValue) => void
  change: (next: (before: readonly SelectedValue[]) => readonly SelectedValue[]) => void
  /** Adds all, or none beyond the limit. @returns the resulting number */
  add: (values: readonly SelectedValue[], limit: number) => number
}

const addValuesAtom = atom(null, (get, set, place: FilterPlace, added: readonly SelectedValue[], limit: number) => {
  const selection = get(selectedFiltersAtom)
  const before = listValues(selection, place)
  const known = new Set(before.map((value) => value.id))
  const after = [...before, ...added.filter((value) => !known.has(value.id))]
  if (after.length <= limit) set(selectedFiltersAtom, withValues(selection, place, after))
  return after.length
})

/** One filter's values; changes of other filters do not render again. */
export function useFilterValues(place: FilterPlace): FilterValues {
  const { categoryName, filterName, displayName } = place
  const valuesAtom = useMemo(
    () => atom((get) => listValues(get(selectedFiltersAtom), { categoryName, filterName })),
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
      change: (next) => setSelection((before) => withValues(before, here, next(listValues(before, here)))),
      add: (added, limit) => addValues(here, added, limit),
    }
  }, [values, setSelection, addValues, categoryName, filterName, displayName])
}

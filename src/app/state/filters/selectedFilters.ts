/** The selection lives in this tab's session storage only; what is stored is parsed, and dropped when bad. */
import type { FilterRequest } from '#contract/filters'
import { placesOf, pruned, requestOf, selectedFiltersSchema, type SelectedFilters } from './selection'
import { atom, atomWithLazy } from '../store'

export type { SelectedFilter, SelectedFilters, SelectedValue } from './selection'

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
    // Storage is switched off in this browser: there is nothing to remove.
  }
}

/** Where there is no room the former selection goes too: a reload must not restore it. */
function writeStored(selection: SelectedFilters): boolean {
  if (Object.keys(selection).length === 0) {
    forgetStored()
    return true
  }
  try {
    sessionStorage.setItem(SELECTED_FILTERS_KEY, JSON.stringify(selection))
    return true
  } catch {
    forgetStored()
    return false
  }
}

const currentAtom = atomWithLazy(readStored)
const keptAtom = atom(true)

export const selectedFiltersAtom = atom(
  (get) => get(currentAtom),
  (get, set, update: SelectedFilters | ((before: SelectedFilters) => SelectedFilters)) => {
    const next = pruned(typeof update === 'function' ? update(get(currentAtom)) : update)
    set(currentAtom, next)
    set(keptAtom, writeStored(next))
  },
)

/** False when a reload would lose it. */
export const selectionKeptAtom = atom((get) => get(keptAtom))

export const filterRequestAtom = atom<FilterRequest>((get) => requestOf(get(selectedFiltersAtom)))

/** Filters, not values. */
export const appliedFilterCountAtom = atom((get) => placesOf(get(selectedFiltersAtom)).length)

/** Increased to fetch at once, without the 2000 ms. */
export const fetchAtOnceAtom = atom(0)

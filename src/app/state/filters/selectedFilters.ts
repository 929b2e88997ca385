/**
 * The filters that are selected, shared by the filter panel, the map, its exports and campaigns.
 *
 * Policy (docs/product.md#filters): they live in this tab's session storage and nowhere else; clearing
 * the last one removes the key; what lies there is parsed before it is believed, and dropped when bad.
 */
import type { FilterRequest } from '#contract/filters'
import { placesOf, pruned, requestOf, selectedFiltersSchema, type SelectedFilters } from './selection'
import { atom, atomWithLazy } from '../store'

export type { SelectedFilter, SelectedFilters, SelectedValue } from './selection'

/** The key in session storage. */
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

/** Whether the selection was kept. When it was not, the one before is forgotten too: a reload must not bring it back. */
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

/** The selection. Written whole or by a function of the one before; empty filters fall away. */
export const selectedFiltersAtom = atom(
  (get) => get(currentAtom),
  (get, set, update: SelectedFilters | ((before: SelectedFilters) => SelectedFilters)) => {
    const next = pruned(typeof update === 'function' ? update(get(currentAtom)) : update)
    set(currentAtom, next)
    set(keptAtom, writeStored(next))
  },
)

/** False when the browser's storage had no room for the selection: it works, but a reload loses it. */
export const selectionKeptAtom = atom((get) => get(keptAtom))

/** The selection as the calls send it. */
export const filterRequestAtom = atom<FilterRequest>((get) => requestOf(get(selectedFiltersAtom)))

/** How many filters (not values) are applied: the n of '{n} applied'. */
export const appliedFilterCountAtom = atom((get) => placesOf(get(selectedFiltersAtom)).length)

/** A counter. Increasing it asks the map to fetch now instead of after the 2000 ms. */
export const fetchAtOnceAtom = atom(0)

import { startTransition, useCallback } from 'react'
import { getAllFilters, getHouseholdReferenceFilter, type Filter, type FilterCategory, type Subcategory } from '#contract/filters'
import { call } from '../../api/call'
import { catalogueChangesAtom } from '../../state/catalogueNews'
import type { FilterPlace } from '../../state/selection'
import { ownerKeyAtom } from '../../state/session'
import { atom, useAtom, useAtomValue, type PrimitiveAtom } from '../../state/store'
import { useAsked, type Asked } from '../../state/useAsked'

/*
 * The catalogue and the household reference filter, loaded once for a person and kept while the
 * page is open: the panel comes and goes with its sheet, and must not be loaded again each time.
 */

/** What was loaded, for whom (another's must never be shown), and after how many changes of it. */
type Held<Value> = { owner: string; changes: number; value: Value } | null

const catalogueAtom = atom<Held<FilterCategory[]>>(null)
const referenceFilterAtom = atom<Held<Filter>>(null)

const loadCatalogue = (signal: AbortSignal) => call(getAllFilters, { signal })
const loadReferenceFilter = async (signal: AbortSignal): Promise<Filter> => ({
  ...(await call(getHouseholdReferenceFilter, { query: {}, signal })),
  description: '',
})

/** The filter catalogue of the organisation in view. */
export const useCatalogue = () => useHeld(catalogueAtom, loadCatalogue)

/** The household reference filter of the organisation in view. */
export const useReferenceFilter = () => useHeld(referenceFilterAtom, loadReferenceFilter)

function useHeld<Value>(heldAtom: PrimitiveAtom<Held<Value>>, load: (signal: AbortSignal) => Promise<Value>): Asked<Value> {
  const owner = useAtomValue(ownerKeyAtom)
  const [held, setHeld] = useAtom(heldAtom)
  const changes = useAtomValue(catalogueChangesAtom)
  const isHeld = held?.owner === owner
  const loadAndHold = useCallback(
    async (signal: AbortSignal) => {
      const value = await load(signal)
      signal.throwIfAborted()
      startTransition(() => setHeld({ owner, changes, value }))
      return value
    },
    [load, owner, changes, setHeld],
  )
  const asked = useAsked(loadAndHold, !isHeld || held.changes !== changes)
  // While a newer one is on its way the one before stays.
  return isHeld ? { ...asked, state: 'loaded', value: held.value } : asked
}

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
export const keyOf = (place: Pick<FilterPlace, 'categoryName' | 'filterName'>) => `${place.categoryName}/${place.filterName}`

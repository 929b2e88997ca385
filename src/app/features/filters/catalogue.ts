import { useEffect, useState } from 'react'
import { getAllFilters, getHouseholdReferenceFilter, type Filter, type FilterCategory, type Subcategory } from '#contract/filters'
import { call } from '../../api/call'
import { isAborted, messageOf } from '../../api/errors'
import { catalogueChangesAtom } from '../../state/catalogueNews'
import { onLineChange } from '../../state/online'
import type { FilterPlace } from '../../state/selection'
import { sessionAtom } from '../../state/session'
import { atom, useAtom, useAtomValue, type PrimitiveAtom } from '../../state/store'

/*
 * The catalogue and the household reference filter, loaded once for an organisation and kept while the
 * page is open: the panel comes and goes with its sheet, and must not be loaded again each time.
 */

/** Something that is on its way, there, or could not be had. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'loaded'; value: Value }
  | { state: 'failed'; message: string; retry: () => void }

/** What was loaded, for which organisation (another's must never be shown), and after how many changes of it. */
type Held<Value> = { organisation: string; changes: number; value: Value } | null

const catalogueAtom = atom<Held<FilterCategory[]>>(null)
const referenceFilterAtom = atom<Held<Filter>>(null)

const loadCatalogue = (signal: AbortSignal) => call(getAllFilters, { signal })
const loadReferenceFilter = async (signal: AbortSignal): Promise<Filter> => ({
  ...(await call(getHouseholdReferenceFilter, { query: {}, signal })),
  description: '',
})

/** The filter catalogue of the organisation in view. */
export const useCatalogue = () => useLoaded(catalogueAtom, loadCatalogue)

/** The household reference filter of the organisation in view. */
export const useReferenceFilter = () => useLoaded(referenceFilterAtom, loadReferenceFilter)

function useLoaded<Value>(
  heldAtom: PrimitiveAtom<Held<Value>>,
  load: (signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const organisation = useAtomValue(sessionAtom)?.organisation ?? ''
  const [held, setHeld] = useAtom(heldAtom)
  const [failure, setFailure] = useState<string | null>(null)
  const changes = useAtomValue(catalogueChangesAtom)
  const isHeld = held?.organisation === organisation
  // While a newer one is on its way the one before stays.
  const isWanted = (!isHeld || held.changes !== changes) && failure === null

  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    load(controller.signal).then(
      (value) => setHeld({ organisation, changes, value }),
      (error: unknown) => {
        if (!controller.signal.aborted && !isAborted(error)) setFailure(messageOf(error))
      },
    )
    return () => controller.abort()
  }, [isWanted, organisation, changes, load, setHeld])

  const hasFailed = failure !== null
  useEffect(() => {
    if (!hasFailed) return
    return onLineChange((isOnline) => (isOnline ? setFailure(null) : undefined))
  }, [hasFailed])

  if (isHeld) return { state: 'loaded', value: held.value }
  if (failure !== null) return { state: 'failed', message: failure, retry: () => setFailure(null) }
  return { state: 'loading' }
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

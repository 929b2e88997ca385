import { useMemo } from 'react'
import { selectedFiltersAtom } from '../../state/filters/selectedFilters'
import { toggled, valuesOf, withValues, type FilterPlace, type SelectedValue } from '../../state/filters/selection'
import { atom, useAtomValue, useSetAtom } from '../../state/store'

/** The values chosen of one filter, and what a control may do to them. */
export interface FilterValues {
  values: readonly SelectedValue[]
  /** Puts these in their place; none removes the filter. */
  replace: (values: readonly SelectedValue[]) => void
  /** Adds the value, or removes it when it is there. */
  toggle: (value: SelectedValue) => void
  /** Changes them knowing what they are at that moment. */
  change: (next: (before: readonly SelectedValue[]) => readonly SelectedValue[]) => void
  /** Adds those that are not there. All or none: answers how many there would be, and adds none beyond the limit. */
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

/** Follows one filter only: a control is not drawn again for a change elsewhere. */
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

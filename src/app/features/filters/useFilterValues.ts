import { useMemo } from 'react'
import { selectedFiltersAtom } from '../../state/filters/selectedFilters'
import { toggled, valuesOf, withValues, type FilterPlace, type SelectedValue } from '../../state/filters/selection'
import { atom, useAtomValue, useSetAtom } from '../../state/store'

export interface FilterValues {
  values: readonly SelectedValue[]
  /** None removes the filter. */
  replace: (values: readonly SelectedValue[]) => void
  toggle: (value: SelectedValue) => void
  change: (next: (before: readonly SelectedValue[]) => readonly SelectedValue[]) => void
  /** Adds all missing values, or none beyond the limit; returns the resulting number. */
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

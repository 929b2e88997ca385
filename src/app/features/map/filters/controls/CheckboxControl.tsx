import type { Filter } from '#contract/households/filters'
import { useFilterValues } from '../../../../state/filters/selectedFilters'
import { type FilterPlace, type SelectedValue } from '../../../../state/filters/selection'
import { CheckboxGroup } from '../../../../ui/checkbox/Checkbox'
import { ValueCount } from '../Counts'
import { toSelectedValue } from '../searchSource'
import { Dropdown } from '../../../../ui/dropdown/Dropdown'
import { summariseValues } from './summary'

/** Checkboxes for a filter of few values. */
export function CheckboxControl({ filter, place }: { filter: Filter; place: FilterPlace }) {
  const { values, change } = useFilterValues(place)
  return (
    <CheckboxGroup
      label={filter.display_name}
      options={filter.filter_values.map(({ name, display_name }) => ({
        value: name,
        label: display_name,
        detail: <ValueCount filterName={filter.filter_name} value={name} hasWord={false} />,
      }))}
      value={values.map((value) => value.id)}
      onChange={(ids) => change((before) => listChosen(filter, ids, before))}
    />
  )
}

/** In the catalogue's order, so that summaries do not depend on the order of ticking. */
function listChosen(filter: Filter, ids: readonly string[], before: readonly SelectedValue[]): SelectedValue[] {
  const wanted = new Set(ids)
  const known = filter.filter_values.filter((value) => wanted.has(value.name)).map(toSelectedValue)
  const names = new Set(filter.filter_values.map((value) => value.name))
  return [...known, ...before.filter((value) => wanted.has(value.id) && !names.has(value.id))]
}

/** Checkboxes behind a button with a summary, for a filter of many values. */
export function DropdownControl({ filter, place }: { filter: Filter; place: FilterPlace }) {
  const { values } = useFilterValues(place)
  return (
    <Dropdown
      label={filter.display_name}
      summary={summariseValues(values)}
      placeholder={filter.placeholder || 'Select…'}
    >
      <CheckboxControl filter={filter} place={place} />
    </Dropdown>
  )
}

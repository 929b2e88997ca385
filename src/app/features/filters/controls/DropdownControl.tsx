import type { Filter } from '#contract/filters'
import type { FilterPlace } from '../../../state/selection'
import { CheckboxGroup } from '../../../ui/checkbox/CheckboxGroup'
import { Dropdown } from '../../../ui/dropdown/Dropdown'
import { useFilterValues } from '../useFilterValues'
import { chosenOf } from './CheckboxControl'
import { summaryOf } from './summary'

/** Tick boxes behind a button that says what is ticked: for a filter of many values. */
export function DropdownControl({ filter, place }: { filter: Filter; place: FilterPlace }) {
  const { values, change } = useFilterValues(place)
  return (
    <Dropdown label={filter.display_name} summary={summaryOf(values)} placeholder={filter.placeholder || 'Select…'}>
      <CheckboxGroup
        label={filter.display_name}
        isLabelHidden
        options={filter.filter_values.map((value) => ({ value: value.name, label: value.display_name }))}
        value={values.map((value) => value.id)}
        onChange={(ids) => change((before) => chosenOf(filter, ids, before))}
      />
    </Dropdown>
  )
}

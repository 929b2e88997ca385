import type { Filter } from '#contract/filters'
import type { FilterPlace } from '../../../state/filters/selection'
import { Dropdown } from '../../../ui/dropdown/Dropdown'
import { useFilterValues } from '../useFilterValues'
import { CheckboxControl } from './CheckboxControl'
import { summaryOf } from './summary'

/** Checkboxes behind a button with a summary, for a filter of many values. */
export function DropdownControl({ filter, place }: { filter: Filter; place: FilterPlace }) {
  const { values } = useFilterValues(place)
  return (
    <Dropdown label={filter.display_name} summary={summaryOf(values)} placeholder={filter.placeholder || 'Select…'}>
      <CheckboxControl filter={filter} place={place} />
    </Dropdown>
  )
}

import { FILTER_TYPES, type Filter, type FilterType } from '#contract/households/filters'
import type { FilterPlace } from '../../../../state/filters/selection'
import { CheckboxControl, DropdownControl } from './CheckboxControl'
import { IntegerControl, RangeControl } from './RangeControl'
import { readRange } from './rangeValues'
import { SearchControl } from './SearchControl'
import styles from './controls.module.css'

/** The control for a filter's type. */
export function FilterControl({ filter, place }: { filter: Filter; place: FilterPlace }) {
  if (!isKnownType(filter.type)) return <p className={styles.hint}>Unsupported filter type</p>
  switch (filter.type) {
    case 'dual_range_slider':
    case 'integer_to_integer': {
      const range = readRange(filter)
      if (!range) return <NoValues />
      const Control = filter.type === 'integer_to_integer' ? IntegerControl : RangeControl
      return <Control filter={filter} place={place} range={range} />
    }
    case 'search':
      return <SearchControl filter={filter} place={place} />
    case 'checkbox_multiple':
      return filter.filter_values.length === 0 ? <NoValues /> : <CheckboxControl filter={filter} place={place} />
    case 'dropdown_checkbox_multiple':
      return filter.filter_values.length === 0 ? <NoValues /> : <DropdownControl filter={filter} place={place} />
  }
}

function NoValues() {
  return <p className={styles.hint}>There is nothing to choose from in this month’s data.</p>
}

const knownTypes: readonly string[] = FILTER_TYPES
const isKnownType = (type: string): type is FilterType => knownTypes.includes(type)

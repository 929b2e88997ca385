import { listed } from '../../lib/listed'
import type { FilterPlace, SelectedFilter } from '../../state/selection'
import styles from './Templates.module.css'

interface SelectedListProps {
  filters: readonly (FilterPlace & SelectedFilter)[]
  isRange: (place: FilterPlace) => boolean
}

/** What the new template will select, filter by filter. */
export function SelectedList({ filters, isRange }: SelectedListProps) {
  if (filters.length === 0) {
    return <p className={styles.none}>0 filters selected. Please select filters to create a template.</p>
  }
  return (
    <section className={styles.selected} aria-label="Selected filters">
      <h3>{filters.length === 1 ? '1 filter selected' : `${filters.length} filters selected`}</h3>
      <dl>
        {filters.map((filter) => (
          <div key={`${filter.categoryName}/${filter.filterName}`}>
            <dt>{filter.displayName}</dt>
            <dd>{wordsOf(filter, isRange(filter))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function wordsOf({ selectedValues }: SelectedFilter, isRange: boolean): string {
  const names = selectedValues.map((value) => value.displayName)
  return isRange ? names.join(' to ') : listed(names)
}

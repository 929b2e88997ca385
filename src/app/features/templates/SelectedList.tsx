import { countOf } from '../../lib/counts'
import { valuesInWords, type FilterPlace, type SelectedFilter } from '../../state/filters/selection'
import styles from './Templates.module.css'

interface SelectedListProps {
  filters: readonly (FilterPlace & SelectedFilter)[]
  isRange: (place: FilterPlace) => boolean
}

/** The selected filters of a new template. */
export function SelectedList({ filters, isRange }: SelectedListProps) {
  if (filters.length === 0) {
    return <p className={styles.none}>0 filters selected. Please select filters to create a template.</p>
  }
  return (
    <section className={styles.selected} aria-label="Selected filters">
      <h3>{`${countOf(filters.length, 'filter')} selected`}</h3>
      <dl>
        {filters.map((filter) => (
          <div key={`${filter.categoryName}/${filter.filterName}`}>
            <dt>{filter.displayName}</dt>
            <dd>{valuesInWords(filter, isRange(filter))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { useEffect, useRef } from 'react'
import { InfoTip } from '../../ui/info-tip/InfoTip'
import { VisuallyHidden } from '../../ui/visually-hidden/VisuallyHidden'
import type { PlacedFilter } from './catalogue'
import { FilterControl } from './controls/FilterControl'
import styles from './FilterPanel.module.css'
import { useFilterValues } from '../../state/filters/selectedFilters'

interface FilterCardProps {
  placed: PlacedFilter
  /** Set while the finder highlights this; a new number highlights again. */
  hit: number | null
}

/** One filter: its name, what it means, and its control. */
export function FilterCard({ placed: { filter, place }, hit }: FilterCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const name = useRef<HTMLHeadingElement>(null)

  const { values, replace } = useFilterValues(place)
  const clear = () => {
    replace([])
    // The pressed button disappears; keep the focus on the filter.
    name.current?.focus()
  }

  useEffect(() => {
    if (hit === null) return
    name.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'center' })
  }, [hit])

  return (
    <div
      ref={card}
      className={styles.filter}
      data-filter={place.filterName}
      data-highlighted={hit !== null || undefined}
    >
      <div className={styles.filterTitle}>
        <h5 ref={name} tabIndex={-1}>
          {filter.display_name}
        </h5>
        {values.length > 0 ? (
          <button type="button" className={styles.clear} onClick={clear}>
            Clear<VisuallyHidden> {filter.display_name}</VisuallyHidden>
          </button>
        ) : null}
        {filter.description === '' ? null : <InfoTip subject={filter.display_name}>{filter.description}</InfoTip>}
      </div>
      <FilterControl filter={filter} place={place} />
    </div>
  )
}

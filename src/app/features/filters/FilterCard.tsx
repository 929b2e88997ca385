import { useEffect, useId, useRef } from 'react'
import { InfoTip } from '../../ui/info-tip/InfoTip'
import type { PlacedFilter } from './catalogue'
import { FilterControl } from './controls/FilterControl'
import styles from './FilterPanel.module.css'

interface FilterCardProps {
  placed: PlacedFilter
  /** Set while the finder points here; another number points anew. */
  hit: number | null
}

/** One filter: its name, what it means, and its control. */
export function FilterCard({ placed: { filter, place }, hit }: FilterCardProps) {
  const titleId = useId()
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (hit === null) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  }, [hit])

  return (
    <div
      ref={card}
      className={styles.filter}
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      data-highlighted={hit !== null || undefined}
    >
      <div className={styles.filterTitle}>
        <span id={titleId}>{filter.display_name}</span>
        {filter.description === '' ? null : <InfoTip subject={filter.display_name}>{filter.description}</InfoTip>}
      </div>
      <FilterControl filter={filter} place={place} />
    </div>
  )
}

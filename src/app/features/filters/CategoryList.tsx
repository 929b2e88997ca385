import type { FilterCategory } from '#contract/filters'
import { useCallback, useEffect, useRef, useState } from 'react'
import { selectedFiltersAtom, useFilterValues } from '../../state/filters/selectedFilters'
import { atom, useAtom, useAtomValue } from '../../state/store'
import { Badge } from '../../ui/badge/Badge'
import { Disclosure } from '../../ui/disclosure/Disclosure'
import { VisuallyHidden } from '../../ui/visually-hidden/VisuallyHidden'
import { keyOf, placeOf, type PlacedFilter } from './catalogue'
import styles from './FilterPanel.module.css'
import { InfoTip } from '../../ui/info-tip/InfoTip'
import { FilterControl } from './controls/FilterControl'

/** An atom, because the panel unmounts with its sheet. */
export const openCategoriesAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Collapsible categories and subcategories; closed ones render no content. */
export function CategoryList({ categories, hit }: { categories: readonly FilterCategory[]; hit: Hit | null }) {
  const [open, setOpen] = useAtom(openCategoriesAtom)
  const selection = useAtomValue(selectedFiltersAtom)

  const toggle = (name: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(name)
    else next.delete(name)
    setOpen(next)
  }
  return (
    <div className={styles.categories}>
      {categories.map((category) => {
        const name = category.category_name
        const count = Object.keys(selection[name] ?? {}).length
        const isOpen = open.has(name)
        return (
          <div key={name} className={styles.category}>
            <Disclosure
              title={category.display_name}
              level={3}
              isExpanded={isOpen}
              onExpandedChange={(next) => toggle(name, next)}
              aside={count === 0 ? null : <AppliedCount count={count} />}
            >
              {isOpen ? <Subcategories category={category} hit={hit} /> : null}
            </Disclosure>
          </div>
        )
      })}
    </div>
  )
}

function AppliedCount({ count }: { count: number }) {
  return (
    <Badge tone="accent">
      {count}
      <VisuallyHidden> applied</VisuallyHidden>
    </Badge>
  )
}

function Subcategories({ category, hit }: { category: FilterCategory; hit: Hit | null }) {
  return category.subcategories.map((subcategory) => (
    <section key={subcategory.subcategory_name} className={styles.subcategory}>
      <h4 className={styles.subcategoryTitle}>{subcategory.display_name}</h4>
      {subcategory.description === '' ? null : <p className={styles.subcategoryWords}>{subcategory.description}</p>}
      {subcategory.filters.map((filter) => {
        const place = placeOf(category, filter)
        const isHit = hit?.key === keyOf(place)
        return (
          <FilterCard
            key={filter.filter_name}
            placed={{ place, filter, category, subcategory }}
            hit={isHit ? hit.number : null}
          />
        )
      })}
    </section>
  ))
}

interface FilterCardProps {
  placed: PlacedFilter
  /** Set while the finder highlights this; a new number highlights again. */
  hit: number | null
}

/** One filter: its name, what it means, and its control. */
function FilterCard({ placed: { filter, place }, hit }: FilterCardProps) {
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

/** Milliseconds. */
const HIGHLIGHT_MS = 6000

/** The number tells a repeated hit from the first. */
export interface Hit {
  key: string
  number: number
}

/** Highlights a found filter for {@link HIGHLIGHT_MS}. */
export function useHit(): [Hit | null, (key: string) => void] {
  const [hit, setHit] = useState<Hit | null>(null)
  useEffect(() => {
    if (!hit) return
    const timer = setTimeout(() => setHit(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [hit])
  const point = useCallback((key: string) => setHit((before) => ({ key, number: (before?.number ?? 0) + 1 })), [])
  return [hit, point]
}

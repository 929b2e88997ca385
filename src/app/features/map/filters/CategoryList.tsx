import type { Filter, FilterCategory } from '#contract/households/filters'
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { selectedFiltersAtom, useFilterValues } from '../../../state/filters/selectedFilters'
import type { FilterPlace } from '../../../state/filters/selection'
import { atom, useAtom, useAtomValue, useDeferredAtomValue } from '../../../state/store'
import { Badge } from '../../../ui/badge/Badge'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { writePlaceKey, placeFilter } from './catalogue'
import styles from './FilterPanel.module.css'
import { InfoTip } from '../../../ui/info-tip/InfoTip'
import { FilterControl } from './controls/FilterControl'
import { countsAtom, CountsToShow, restingCountsAtom } from './facets'

/** An atom, because the panel unmounts with its sheet. */
export const openCategoriesAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Collapsible categories and subcategories; closed ones render no content. */
export function CategoryList({ categories }: { categories: readonly FilterCategory[] }) {
  const [open, setOpen] = useAtom(openCategoriesAtom)
  // The press is answered before the filters are rendered.
  const rendered = useDeferredValue(open)
  const selection = useDeferredAtomValue(selectedFiltersAtom)

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
              {rendered.has(name) ? <Subcategories category={category} /> : null}
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
      <span>{count}</span>
      <VisuallyHidden> applied</VisuallyHidden>
    </Badge>
  )
}

function Subcategories({ category }: { category: FilterCategory }) {
  return category.subcategories.map((subcategory) => (
    <section key={subcategory.subcategory_name} className={styles.subcategory}>
      <h4 className={styles.subcategoryTitle}>{subcategory.display_name}</h4>
      {subcategory.description === '' ? null : <p className={styles.subcategoryWords}>{subcategory.description}</p>}
      {subcategory.filters.map((filter) => (
        <FilterCard key={filter.filter_name} category={category} filter={filter} />
      ))}
    </section>
  ))
}

// Memoised: of forty, changes concern one.
const FilterCard = memo(function FilterCard({ category, filter }: { category: FilterCategory; filter: Filter }) {
  const place = useMemo(() => placeFilter(category, filter), [category, filter])
  const card = useRef<HTMLDivElement>(null)
  const name = useRef<HTMLHeadingElement>(null)

  const { values, replace } = useFilterValues(place)
  const clear = () => {
    replace([])
    // The pressed button disappears: keep the focus.
    name.current?.focus()
  }

  return (
    <Hit place={place} card={card} name={name}>
      <div className={styles.filterTitle}>
        <h5 ref={name} tabIndex={-1}>
          {filter.display_name}
        </h5>
        {values.length > 0 ? (
          <button type="button" className={styles.clear} onClick={clear}>
            Clear<VisuallyHidden>{` ${filter.display_name}`}</VisuallyHidden>
          </button>
        ) : null}
        {filter.description === '' ? null : <InfoTip subject={filter.display_name}>{filter.description}</InfoTip>}
      </div>
      <CountsOnScreen of={card}>
        <FilterControl filter={filter} place={place} />
      </CountsOnScreen>
    </Hit>
  )
})

interface HitProps {
  place: FilterPlace
  card: RefObject<HTMLDivElement | null>
  name: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

function Hit({ place, card, name, children }: HitProps) {
  const hit = useHit(writePlaceKey(place))
  useEffect(() => {
    if (hit === null) return
    name.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'center' })
  }, [hit, name, card])
  return (
    <div
      ref={card}
      className={styles.filter}
      data-filter={place.filterName}
      data-highlighted={hit !== null || undefined}
    >
      {children}
    </div>
  )
}

function CountsOnScreen({ of, children }: { of: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [isSeen, setIsSeen] = useState(true)
  useEffect(() => {
    if (!of.current || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver((entries) => setIsSeen(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(of.current)
    return () => observer.disconnect()
  }, [of])
  return <CountsToShow value={isSeen ? countsAtom : restingCountsAtom}>{children}</CountsToShow>
}

/** Milliseconds. */
const HIGHLIGHT_MS = 6000

/** The number tells repeated hits apart. */
const hitAtom = atom<{ key: string; number: number } | null>(null)

export const pointAtom = atom(null, (get, set, key: string) => {
  const hit = { key, number: (get(hitAtom)?.number ?? 0) + 1 }
  set(hitAtom, hit)
  setTimeout(() => set(hitAtom, (now) => (now === hit ? null : now)), HIGHLIGHT_MS)
})

function useHit(key: string): number | null {
  return useAtomValue(
    useMemo(() => {
      return atom((get) => {
        const hit = get(hitAtom)
        return hit?.key === key ? hit.number : null
      })
    }, [key]),
  )
}

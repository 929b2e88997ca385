import type { FilterCategory } from '#contract/filters'
import { selectedFiltersAtom } from '../../state/filters/selectedFilters'
import { atom, useAtom, useAtomValue } from '../../state/store'
import { Badge } from '../../ui/badge/Badge'
import { Disclosure } from '../../ui/disclosure/Disclosure'
import { VisuallyHidden } from '../../ui/visually-hidden/VisuallyHidden'
import { keyOf, placeOf } from './catalogue'
import { FilterCard } from './FilterCard'
import styles from './FilterPanel.module.css'
import type { Hit } from './useHit'

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

import { useMemo, useState } from 'react'
import { FINDER_ID } from '../../../state/singleKeys'
import { SearchList } from '../../../ui/search-list/SearchList'
import { writePlaceKey, type PlacedFilter } from './catalogue'
import styles from './FilterPanel.module.css'

interface FilterFinderProps {
  filters: readonly PlacedFilter[]
  onFind: (found: PlacedFilter) => void
}

/** Finds a filter by name, place or description. */
export function FilterFinder({ filters, onFind }: FilterFinderProps) {
  const [query, setQuery] = useState('')
  const options = useMemo(() => found(filters, query), [filters, query])

  const choose = (key: string) => {
    const placed = filters.find((one) => writePlaceKey(one.place) === key)
    setQuery('')
    if (placed) onFind(placed)
  }
  return (
    <div className={styles.finder}>
      <SearchList
        id={FINDER_ID}
        label="Search for a filter"
        isLabelHidden
        placeholder="Search for a filter..."
        options={options.map(({ place, filter, category, subcategory }) => ({
          id: writePlaceKey(place),
          label: filter.display_name,
          detail: `${category.display_name} › ${subcategory.display_name}`,
        }))}
        query={query}
        onQueryChange={setQuery}
        onChoose={choose}
        entersFirst
        emptyText="No filter of that name. Try another word."
      />
    </div>
  )
}

function found(filters: readonly PlacedFilter[], query: string): PlacedFilter[] {
  const words = query.trim().toLocaleLowerCase('en-GB')
  if (words === '') return [...filters]
  const holds = (text: string) => text.toLocaleLowerCase('en-GB').includes(words)
  const byName = filters.filter((one) => holds(one.filter.display_name))
  const byPlace = filters.filter(
    (one) =>
      !byName.includes(one) &&
      [one.subcategory.display_name, one.category.display_name, one.filter.description].some(holds),
  )
  return [...byName, ...byPlace]
}

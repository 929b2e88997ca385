import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FoundFilter } from '#contract/households/findFilters'
import { isRangeType } from '#contract/households/filters'
import { questionsAtom } from '../../../state/filters/questions'
import { valuesInWords } from '../../../state/filters/selection'
import { FINDER_ID } from '../../../state/singleKeys'
import { useAtomValue } from '../../../state/store'
import { SearchList } from '../../../ui/search-list/SearchList'
import { writePlaceKey, type PlacedFilter } from './catalogue'
import styles from './FilterPanel.module.css'
import { toSelectedValue } from './searchSource'

interface FilterFinderProps {
  filters: readonly PlacedFilter[]
  onFind: (hit: FoundFilter<PlacedFilter>) => void
}

/** Finds filters or values by name, place, description or everyday words, and ready-made questions. */
export function FilterFinder({ filters, onFind }: FilterFinderProps) {
  const [query, setQuery] = useState('')
  // The first map does not wait for it.
  const { data: finding } = useQuery({
    queryKey: ['filter-search'],
    queryFn: () => import('#contract/households/findFilters'),
    networkMode: 'always',
    staleTime: Infinity,
  })
  const search = useMemo(() => finding?.createFilterSearch(filters), [finding, filters])
  const hits = useMemo(() => search?.(query) ?? [], [search, query])
  const allQuestions = useAtomValue(questionsAtom)
  const questions = finding?.findByName(allQuestions, query) ?? []

  const choose = (id: string) => {
    const hit = hits.find((one) => writeHitId(one) === id)
    setQuery('')
    if (hit) onFind(hit)
    else questions.find(({ key }) => key === id)?.choose()
  }
  return (
    <div className={styles.finder}>
      <SearchList
        id={FINDER_ID}
        label="Search for a filter"
        isLabelHidden
        placeholder="Search for a filter..."
        options={[
          ...hits.map((hit) => ({
            id: writeHitId(hit),
            label: writeHit(hit),
            detail: `${hit.found.category.display_name} › ${hit.found.subcategory.display_name}`,
          })),
          ...questions.map(({ key, name }) => ({ id: key, label: name, detail: 'Ready-made question' })),
        ]}
        query={query}
        onQueryChange={setQuery}
        onChoose={choose}
        entersFirst
        emptyText={search ? 'No filter of that name. Try another word.' : 'Searching…'}
      />
    </div>
  )
}

const writeHitId = ({ found, values }: FoundFilter<PlacedFilter>) =>
  [writePlaceKey(found.place), ...values.map(({ name }) => name)].join('/')

/** "Tenure", or "Tenure: Mortgaged". */
export function writeHit({ found: { filter }, values }: FoundFilter<PlacedFilter>): string {
  if (values.length === 0) return filter.display_name
  const selectedValues = values.map(toSelectedValue)
  return `${filter.display_name}: ${valuesInWords({ selectedValues }, isRangeType(filter.type))}`
}

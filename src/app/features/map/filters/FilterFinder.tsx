import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FoundFilter } from '#contract/households/findFilters'
import { isRangeType, type DynamicFilterName } from '#contract/households/filters'
import { questionsAtom } from '../../../state/filters/questions'
import { valuesInWords } from '../../../state/filters/selection'
import { FINDER_ID } from '../../../state/singleKeys'
import { useAtomValue } from '../../../state/store'
import { SearchList } from '../../../ui/search-list/SearchList'
import { writePlaceKey, type PlacedFilter } from './catalogue'
import styles from './FilterPanel.module.css'
import { toSelectedValue } from './searchSource'

/** Places of the basemap that no ward is called by. */
export type ListPlaces = () => Promise<readonly { readonly name: string; readonly wardCode: string }[]>

interface FilterFinderProps {
  filters: readonly PlacedFilter[]
  listPlaces?: ListPlaces | undefined
  onFind: (hit: FoundFilter<PlacedFilter>) => void
}

/**
 * Finds filters or values by name, place, description or everyday words, wards by the places in them, and ready-made
 * questions.
 */
export function FilterFinder({ filters, listPlaces, onFind }: FilterFinderProps) {
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
  const places = usePlacesInWards(filters, listPlaces, query !== '')
  const placeHits = finding?.findByName(places.hits ?? NO_PLACES, query).slice(0, MOST_PLACES) ?? []
  const allQuestions = useAtomValue(questionsAtom)
  const questions = finding?.findByName(allQuestions, query) ?? []

  const choose = (id: string) => {
    const hit = hits.find((one) => writeHitId(one) === id) ?? placeHits.find((one) => one.id === id)?.hit
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
            detail: writeWhere(hit),
          })),
          ...placeHits.map(({ id, name, ward, hit }) => ({
            id,
            label: `${name}, in ${ward}`,
            detail: writeWhere(hit),
          })),
          ...questions.map(({ key, name }) => ({ id: key, label: name, detail: 'Ready-made question' })),
        ]}
        query={query}
        onQueryChange={setQuery}
        onChoose={choose}
        entersFirst
        emptyText={search && !places.isLoading ? 'No filter of that name. Try another word.' : 'Searching…'}
      />
    </div>
  )
}

interface PlaceHit {
  readonly id: string
  readonly name: string
  readonly ward: string
  readonly hit: FoundFilter<PlacedFilter>
}

const NO_PLACES: readonly PlaceHit[] = []
const MOST_PLACES = 20

/** Empty for a role without wards, or for an organisation whose basemap has no names. */
function usePlacesInWards(filters: readonly PlacedFilter[], listPlaces: ListPlaces | undefined, isAsked: boolean) {
  const { data, isLoading } = useQuery({
    queryKey: ['places-in-wards'],
    queryFn: async () => listPlaces?.() ?? [],
    enabled: isAsked && listPlaces !== undefined,
    networkMode: 'always',
    retry: false,
  })
  const hits = useMemo(() => {
    const found = filters.find(({ filter }) => filter.filter_name === WARD_FILTER)
    if (!found) return NO_PLACES
    const wards = new Map(found.filter.filter_values.map((value) => [value.name, value]))
    return data?.flatMap(({ name, wardCode }): PlaceHit[] => {
      const value = wards.get(wardCode)
      const id = `place/${name}/${wardCode}`
      return value ? [{ id, name, ward: value.display_name, hit: { found, values: [value] } }] : []
    })
  }, [filters, data])
  return { hits, isLoading }
}

const WARD_FILTER = 'ward' satisfies DynamicFilterName

const writeWhere = ({ found: { category, subcategory } }: FoundFilter<PlacedFilter>) =>
  `${category.display_name} › ${subcategory.display_name}`

const writeHitId = ({ found, values }: FoundFilter<PlacedFilter>) =>
  [writePlaceKey(found.place), ...values.map(({ name }) => name)].join('/')

/** "Tenure", or "Tenure: Mortgaged". */
export function writeHit({ found: { filter }, values }: FoundFilter<PlacedFilter>): string {
  if (values.length === 0) return filter.display_name
  const selectedValues = values.map(toSelectedValue)
  return `${filter.display_name}: ${valuesInWords({ selectedValues }, isRangeType(filter.type))}`
}

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useMemo, useRef, type ReactNode } from 'react'
import { ListFilter } from 'lucide-react'
import { CONTACT_CATEGORY, LAST_CONTACTED_FILTER } from '#contract/households/contactPressure'
import { HOUSEHOLD_REFERENCE_CATEGORY, type FilterCategory } from '#contract/households/filters'
import { listed } from '../../../lib/counts'
import { catalogueQuery, useIsRange } from '../../../state/filters/catalogue'
import { useOwnAccess } from '../../../state/ownAccess'
import { amendedFiltersAtom, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { type FilterPlace, type SelectedFilters } from '../../../state/filters/selection'
import { useAtomValue, useSetAtom } from '../../../state/store'
import { EmptyState } from '../../../ui/empty-state/EmptyState'
import { notify } from '../../../ui/notify/notify'
import { QueryState } from '../../../ui/query-state/QueryState'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { AreaFilter } from './AreaFilter'
import { writePlaceKey, placedFilters, placeFilter, reconciled, type PlacedFilter } from './catalogue'
import { CategoryList, openCategoriesAtom, pointAtom } from './CategoryList'
import { KeepCounts } from './facets'
import { FilterFinder } from './FilterFinder'
import styles from './FilterPanel.module.css'
import { PanelHeader } from './PanelHeader'
import { offlineReason } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { SearchControl } from './controls/SearchControl'
import { referenceFilterQuery } from './searchSource'

export interface CatalogueKnowledge {
  /** The known part of a selection, and the names of the unknown rest. */
  reconcile: (selection: SelectedFilters) => { kept: SelectedFilters; dropped: string[] }
  isRange: (place: FilterPlace) => boolean
}

interface FilterPanelProps {
  templateSlot?: (catalogue: CatalogueKnowledge) => ReactNode
  /** Leaves the filters to come: forty of them take longer to render than anything else on the page. */
  isWaiting?: boolean
}

/** The filter panel; fills its container and scrolls. `templateSlot` renders the templates. */
export function FilterPanel({ templateSlot, isWaiting = false }: FilterPanelProps) {
  const titleId = useId()
  const catalogue = useQuery(catalogueQuery)
  // Behind the answer while forty filters are rendered: that there are none is never said by it alone.
  const categories = useDeferredValue(isWaiting ? NONE : (catalogue.data ?? NONE))
  const isRange = useIsRange()
  const { hidden_filters: hidden } = useOwnAccess()
  const shown = useMemo(
    () =>
      categories.length === 0 || hidden.includes(LAST_CONTACTED_FILTER.display_name)
        ? categories
        : [...categories, CONTACT_CATEGORY],
    [categories, hidden],
  )
  const filters = useMemo(() => placedFilters(shown), [shown])
  useReconciled(categories, hidden)
  useCatalogueChangeNotice(categories)
  const knowledge = useMemo(
    () => ({ reconcile: (selection: SelectedFilters) => reconciled(selection, categories, hidden), isRange }),
    [categories, isRange, hidden],
  )

  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <KeepCounts />
      <PanelHeader titleId={titleId} isRange={isRange} />
      {filters.length > 0 ? (
        <Filters categories={shown} filters={filters} templates={templateSlot?.(knowledge)} />
      ) : isWaiting ? (
        <div className={styles.body}>
          <Loading />
        </div>
      ) : (
        <div className={styles.body}>
          <QueryState
            query={catalogue}
            what="The list of filters"
            waiting={<Loading />}
            title="The filters could not be loaded"
          >
            {(answer) =>
              answer === categories ? (
                <EmptyState
                  icon={<ListFilter />}
                  title="No filters yet"
                  detail="Filters appear here with your organisation’s first snapshot."
                />
              ) : (
                <Loading />
              )
            }
          </QueryState>
        </div>
      )}
    </section>
  )
}

const NONE: readonly FilterCategory[] = []

interface FiltersProps {
  categories: readonly FilterCategory[]
  filters: readonly PlacedFilter[]
  templates: ReactNode
}

function Filters({ categories, filters, templates }: FiltersProps) {
  const point = useSetAtom(pointAtom)
  const setOpen = useSetAtom(openCategoriesAtom)

  const find = ({ place }: PlacedFilter) => {
    setOpen((before) => new Set(before).add(place.categoryName))
    point(writePlaceKey(place))
  }
  return (
    <>
      {/* Outside the scrolling part: always reachable. */}
      <FilterFinder filters={filters} onFind={find} />
      <div className={styles.body}>
        <div className={styles.searches}>
          <HouseholdReferences />
          <AreaFilter />
          {templates}
        </div>
        <CategoryList categories={categories} />
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className={styles.searches} aria-busy="true">
      <VisuallyHidden isLive>Loading filters</VisuallyHidden>
      {Array.from({ length: 9 }, (_, index) => (
        <Skeleton key={index} height="var(--target)" />
      ))}
    </div>
  )
}

function useReconciled(categories: readonly FilterCategory[], hidden: readonly string[]): void {
  const selection = useAtomValue(selectedFiltersAtom)
  const amend = useSetAtom(amendedFiltersAtom)
  useEffect(() => {
    if (categories.length === 0) return
    const { kept, dropped } = reconciled(selection, categories, hidden)
    if (dropped.length === 0) return
    amend(kept)
    void notify.error(`Some values were not found: ${listed(dropped)}`)
  }, [categories, hidden, selection, amend])
}

function useCatalogueChangeNotice(categories: readonly FilterCategory[]): void {
  const before = useRef(categories)
  useEffect(() => {
    const hadSome = before.current.length > 0
    if (hadSome && categories.length > 0 && before.current !== categories)
      void notify.success('The filters were updated.')
    before.current = categories
  }, [categories])
}

const REFERENCES = { category_name: HOUSEHOLD_REFERENCE_CATEGORY }

function HouseholdReferences() {
  const { data: filter, error, isPaused, refetch } = useQuery(referenceFilterQuery)
  if (filter) return <SearchControl filter={filter} place={placeFilter(REFERENCES, filter)} isLabelHidden={false} />
  // Never stored on the device, so retrying offline is pointless.
  if (isPaused)
    return <p className={styles.referenceOffline}>{offlineReason('Searching by household reference needs')}</p>
  if (error) {
    return (
      <Notice kind="error" action={<Button onPress={() => void refetch()}>Try again</Button>}>
        <p>Household references could not be loaded. {error.message}</p>
      </Notice>
    )
  }
  // As high as the loaded field: what is below must not move under a pointer.
  return (
    <div aria-busy="true">
      <Skeleton height="calc(var(--leading-sm) + var(--space-1) + var(--target))" />
    </div>
  )
}

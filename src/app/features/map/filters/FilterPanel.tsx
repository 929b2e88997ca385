import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { ListFilter } from 'lucide-react'
import { CONTACT_CATEGORY, LAST_CONTACTED_FILTER } from '#contract/households/contactPressure'
import { VISITS_CATEGORY } from '#contract/households/visitFilters'
import { HOUSEHOLD_REFERENCE_CATEGORY, isRangeType, type FilterCategory } from '#contract/households/filters'
import type { FoundFilter } from '#contract/households/findFilters'
import { isNoMonth } from '../../../api/errors'
import { listed } from '../../../lib/counts'
import { catalogueQuery, useIsRange } from '../../../state/filters/catalogue'
import { useOwnAccess } from '../../../state/ownAccess'
import { amendedFiltersAtom, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { listValues, withValues, type FilterPlace, type SelectedFilters } from '../../../state/filters/selection'
import { helpPath } from '../../../state/guides'
import { useDeferredAtomValue, useSetAtom } from '../../../state/store'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { EmptyState } from '../../../ui/empty-state/EmptyState'
import { notify } from '../../../ui/notify/notify'
import { QueryState } from '../../../ui/query-state/QueryState'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { writePlaceKey, placedFilters, placeFilter, reconciled, type PlacedFilter } from './catalogue'
import { CategoryList, openCategoriesAtom, pointAtom } from './CategoryList'
import { KeepCounts } from './facets'
import { FilterFinder, writeHit, type ListPlaces } from './FilterFinder'
import styles from './FilterPanel.module.css'
import { PanelHeader } from './PanelHeader'
import { offlineReason } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { SearchControl } from './controls/SearchControl'
import { referenceFilterQuery, toSelectedValue } from './searchSource'

export interface CatalogueKnowledge {
  reconcile: (selection: SelectedFilters) => ReturnType<typeof reconciled>
  isRange: (place: FilterPlace) => boolean
}

interface FilterPanelProps {
  templateSlot?: (catalogue: CatalogueKnowledge) => ReactNode
  listPlaces?: ListPlaces
  /** Delays the filters: forty are the page's slowest rendering. */
  isWaiting?: boolean
}

/** The filter panel; fills its container and scrolls. `templateSlot` renders the templates. */
export const FilterPanel = memo(function FilterPanel({
  templateSlot,
  listPlaces,
  isWaiting = false,
}: FilterPanelProps) {
  const titleId = useId()
  const catalogue = useQuery(catalogueQuery)
  // Deferred while filters render: never decide by it alone that there are none.
  const categories = useDeferredValue(isWaiting ? NONE : (catalogue.data ?? NONE))
  const isRange = useIsRange()
  const { hidden_filters: hidden, may_visit: mayVisit } = useOwnAccess()
  const shown = useMemo(
    () =>
      categories.length === 0 || hidden.includes(LAST_CONTACTED_FILTER.display_name)
        ? categories
        : [...categories, CONTACT_CATEGORY, ...(mayVisit ? [VISITS_CATEGORY] : [])],
    [categories, hidden, mayVisit],
  )
  const filters = useMemo(() => placedFilters(shown), [shown])
  useCatalogueChangeNotice(categories)
  const knowledge = useMemo(
    () => ({ reconcile: (selection: SelectedFilters) => reconciled(selection, categories, hidden), isRange }),
    [categories, isRange, hidden],
  )

  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <KeepCounts />
      <Reconcile categories={categories} hidden={hidden} />
      <PanelHeader titleId={titleId} isRange={isRange} />
      {filters.length > 0 ? (
        <Filters categories={shown} filters={filters} templates={templateSlot?.(knowledge)} listPlaces={listPlaces} />
      ) : isWaiting ? (
        <div className={styles.body}>
          <Loading />
        </div>
      ) : isNoMonth(catalogue.error) ? (
        <div className={styles.body}>
          <NoFilters />
        </div>
      ) : (
        <div className={styles.body}>
          <QueryState
            query={catalogue}
            what="The list of filters"
            waiting={<Loading />}
            title="The filters could not be loaded"
          >
            {(answer) => (answer === categories ? <NoFilters /> : <Loading />)}
          </QueryState>
        </div>
      )}
    </section>
  )
})

const NONE: readonly FilterCategory[] = []

const NoFilters = () => (
  <EmptyState
    icon={<ListFilter />}
    title="No filters yet"
    detail="Filters appear here with your organisation’s first snapshot."
    actions={<ButtonLink to={helpPath('month')}>How to hand over a month</ButtonLink>}
  />
)

interface FiltersProps {
  categories: readonly FilterCategory[]
  filters: readonly PlacedFilter[]
  templates: ReactNode
  listPlaces: ListPlaces | undefined
}

function Filters({ categories, filters, templates, listPlaces }: FiltersProps) {
  const point = useSetAtom(pointAtom)
  const setOpen = useSetAtom(openCategoriesAtom)
  const select = useSetAtom(selectedFiltersAtom)
  const [said, setSaid] = useState('')

  const find = (hit: FoundFilter<PlacedFilter>) => {
    const { found, values } = hit
    setOpen((before) => new Set(before).add(found.place.categoryName))
    point(writePlaceKey(found.place))
    if (values.length > 0) select((before) => withFound(before, hit))
    setSaid(values.length > 0 ? `Selected ${writeHit(hit)}` : '')
  }
  return (
    <>
      {/* Outside the scrolling part: always reachable. */}
      <FilterFinder filters={filters} listPlaces={listPlaces} onFind={find} />
      <VisuallyHidden isLive>{said}</VisuallyHidden>
      <div className={styles.body}>
        <div className={styles.templates}>{templates}</div>
        <CategoryList categories={categories} />
        <div className={styles.searches}>
          <HouseholdReferences />
        </div>
      </div>
    </>
  )
}

/** A found range replaces the filter's range; other values are added. */
function withFound(selection: SelectedFilters, { found, values }: FoundFilter<PlacedFilter>): SelectedFilters {
  const chosen = values.map(toSelectedValue)
  const others = listValues(selection, found.place).filter(({ id }) => !chosen.some((value) => value.id === id))
  return withValues(selection, found.place, isRangeType(found.filter.type) ? chosen : [...others, ...chosen])
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

interface ReconcileProps {
  categories: readonly FilterCategory[]
  hidden: readonly string[]
}

/** Drops selected values that are gone, without rendering the panel at each change. */
function Reconcile({ categories, hidden }: ReconcileProps) {
  const selection = useDeferredAtomValue(selectedFiltersAtom)
  const amend = useSetAtom(amendedFiltersAtom)
  useEffect(() => {
    if (categories.length === 0) return
    const { kept, dropped } = reconciled(selection, categories, hidden)
    if (dropped.length === 0) return
    amend(kept)
    void notify.error(`Some values were not found: ${listed(dropped)}`)
  }, [categories, hidden, selection, amend])
  return null
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
  // Never stored on the device: an offline retry is pointless.
  if (isPaused)
    return <p className={styles.referenceOffline}>{offlineReason('Searching by household reference needs')}</p>
  if (error) {
    return (
      <Notice kind="error" action={<Button onPress={() => void refetch()}>Try again</Button>}>
        <p>{`Household references could not be loaded. ${error.message}`}</p>
      </Notice>
    )
  }
  // As high as the loaded field: nothing may move under a pointer.
  return (
    <div aria-busy="true">
      <Skeleton height="calc(var(--leading-sm) + var(--space-1) + var(--target))" />
    </div>
  )
}

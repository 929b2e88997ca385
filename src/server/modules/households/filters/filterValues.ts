import type { DynamicFilterName, Filter, FilterValue, HouseholdReferenceFilter } from '#contract/households/filters'
import type { Database } from '../../../db/database'
import { erasedOf, type IsErased } from '../../platform/erasure-ledger/service'
import { WHOLE } from '../need-to-know/service'
import { memoizeBySnapshot } from '../snapshots/memoize'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'
import { asValue } from './boundCatalogue'
import { HOUSEHOLD_REFERENCE_FILTER } from './catalogue'
import { CACHED_CATALOGUES, type ReadCatalogue } from './catalogueReader'
import { readFirstValues } from './facts'
import { foldName, placesNamed, type PlaceOption } from './places'

const DEFAULT_OPTIONS = 100

export interface MatchedValues {
  readonly matched: FilterValue[]
  readonly unmatched: string[]
}

type FoundValues = Required<Pick<Filter, 'filter_values' | 'total'>>

/** Finds the values of search filters in the latest snapshot. */
export function createFilterValues({
  database,
  snapshots,
  readCatalogue,
}: {
  readonly database: Database
  readonly snapshots: Pick<SnapshotsService, 'latest'>
  readonly readCatalogue: ReadCatalogue
}) {
  const readReferences = memoizeBySnapshot(CACHED_CATALOGUES, async (snapshot): Promise<FoundValues> => {
    const { first, total } = await readFirstValues(snapshot, 'household_reference')
    return { filter_values: first.map(nameItself), total }
  })

  const listPlaces = async (snapshot: LoadedSnapshot, filterName: 'ward' | 'local_authority') => {
    const filter = (await readCatalogue(snapshot, WHOLE)).filters.get(filterName)
    return filter?.kind === 'place' ? filter.options : []
  }

  async function find(
    organisationId: string,
    filterName: DynamicFilterName,
    query = '',
    limit = DEFAULT_OPTIONS,
  ): Promise<FoundValues> {
    const snapshot = await snapshots.latest(organisationId)
    if (filterName === 'ward' || filterName === 'local_authority') {
      return findPlaces(await listPlaces(snapshot, filterName), query, limit)
    }
    const { values, total } = await snapshot.valuesContaining(searchedColumn(filterName), query, limit)
    return { filter_values: values.map(nameItself), total }
  }

  return {
    find,

    /** References up to the whole-list limit, else the first, or those containing the query. */
    async findReferences(organisationId: string, query?: string, limit?: number): Promise<HouseholdReferenceFilter> {
      const isPicker = query !== undefined || limit !== undefined
      const { filter_values, total } = isPicker
        ? await find(organisationId, 'household_references', query, limit)
        : await readReferences(await snapshots.latest(organisationId))
      const { name, displayName, placeholder, type } = HOUSEHOLD_REFERENCE_FILTER
      const filter = { filter_name: name, display_name: displayName, placeholder, type, filter_values }
      return { ...filter, ...(total > filter_values.length ? { total } : {}) }
    },

    /**
     * Which pasted values exist. Erased households do not, from the moment of their erasure: the month's file is written
     * without them later. No look at a household: nothing about it is answered.
     */
    async match(
      organisationId: string,
      filterName: DynamicFilterName,
      pasted: readonly string[],
    ): Promise<MatchedValues> {
      const snapshot = await snapshots.latest(organisationId)
      const wanted = [...new Set(pasted.map((value) => value.trim()).filter((value) => value !== ''))]
      if (filterName === 'ward' || filterName === 'local_authority') {
        return matchPlaces(await listPlaces(snapshot, filterName), wanted)
      }
      const isErased = filterName === 'household_references' ? await readErased(database, organisationId) : () => false
      const existing = await snapshot.existing(searchedColumn(filterName), wanted)
      const found = existing.filter(({ value }) => !isErased(value))
      const matched = new Set(found.map((match) => match.wanted))
      return {
        matched: [...new Set(found.map((match) => match.value))].map(nameItself),
        unmatched: wanted.filter((value) => !matched.has(value)),
      }
    },
  }
}

const readErased = async (database: Database, organisationId: string): Promise<IsErased> =>
  (await database.forOrganisation(organisationId, (tx) => erasedOf(tx, organisationId))).has

const searchedColumn = (filterName: 'household_references' | 'postcodes') =>
  filterName === 'postcodes' ? 'postcode' : 'household_reference'

const nameItself = (value: string): FilterValue => ({ name: value, display_name: value })

function findPlaces(options: readonly PlaceOption[], query: string, limit: number): FoundValues {
  const wanted = foldName(query)
  const found = options.filter((option) =>
    [option.displayName, ...option.aliases].some((name) => foldName(name).includes(wanted)),
  )
  return { filter_values: found.slice(0, limit).map(asValue), total: found.length }
}

function matchPlaces(options: readonly PlaceOption[], wanted: readonly string[]): MatchedValues {
  const places = wanted.map((name) => placesNamed(options, name))
  const matched = [...new Set(places.flat())].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { matched: matched.map(asValue), unmatched: wanted.filter((_, index) => places[index]?.length === 0) }
}

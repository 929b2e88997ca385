import type { DynamicFilterName, Filter, FilterValue, HouseholdReferenceFilter } from '#contract/filters'
import { memoizeBySnapshot, type LoadedSnapshot, type SnapshotsService } from '../snapshots/service'
import { asValue, bindCatalogue, type SnapshotCatalogue } from './boundCatalogue'
import { HOUSEHOLD_REFERENCE_FILTER } from './catalogue'
import { readFacts, readFirstValues } from './facts'
import { foldName, placesNamed, type PlaceOption } from './places'

const DEFAULT_OPTIONS = 100

/** A few hundred kB each. */
const CACHED_CATALOGUES = 32

export interface Matches {
  readonly matched: FilterValue[]
  readonly unmatched: string[]
}

export type FiltersService = ReturnType<typeof createFiltersService>

/** Creates the service over each organisation's latest snapshot. */
export function createFiltersService({ snapshots }: { snapshots: SnapshotsService }) {
  const catalogueOf = memoizeBySnapshot(CACHED_CATALOGUES, async (snapshot) => bindCatalogue(await readFacts(snapshot)))
  // Read on every opening of the map.
  const referencesOf = memoizeBySnapshot(CACHED_CATALOGUES, async (snapshot) => {
    const { first, total } = await readFirstValues(snapshot, 'household_reference')
    return { filter_values: first.map(sameName), total }
  })

  const options = async (snapshot: LoadedSnapshot, filterName: 'ward' | 'local_authority') => {
    const filter = (await catalogueOf(snapshot)).filters.get(filterName)
    return filter?.kind === 'place' ? filter.options : []
  }

  const find = async (
    organisationId: string,
    filterName: DynamicFilterName,
    query = '',
    limit = DEFAULT_OPTIONS,
  ): Promise<Required<Pick<Filter, 'filter_values' | 'total'>>> => {
    const snapshot = await snapshots.latest(organisationId)
    if (filterName === 'ward' || filterName === 'local_authority') {
      const wanted = foldName(query)
      const found = (await options(snapshot, filterName)).filter((option) =>
        [option.displayName, ...option.aliases].some((name) => foldName(name).includes(wanted)),
      )
      return { filter_values: found.slice(0, limit).map(asValue), total: found.length }
    }
    const { values, total } = await snapshot.valuesContaining(columnOf(filterName), query, limit)
    return { filter_values: values.map(sameName), total }
  }

  return {
    /** @throws Fault 404 without a snapshot */
    catalogue: async (organisationId: string): Promise<SnapshotCatalogue> =>
      catalogueOf(await snapshots.latest(organisationId)),

    catalogueOf,

    /** Values containing the query. */
    findValues: find,

    /** References up to the whole-list limit, else the first, or those containing the query. */
    async householdReferences(
      organisationId: string,
      query?: string,
      limit?: number,
    ): Promise<HouseholdReferenceFilter> {
      const isPicker = query !== undefined || limit !== undefined
      const { filter_values, total } = isPicker
        ? await find(organisationId, 'household_references', query, limit)
        : await referencesOf(await snapshots.latest(organisationId))
      const { name, displayName, placeholder, type } = HOUSEHOLD_REFERENCE_FILTER
      return {
        filter_name: name,
        display_name: displayName,
        placeholder,
        type,
        filter_values,
        ...(total > filter_values.length ? { total } : {}),
      }
    },

    /** Existing values sorted by id; the rest as pasted, deduplicated. */
    async matchValues(
      organisationId: string,
      filterName: DynamicFilterName,
      pasted: readonly string[],
    ): Promise<Matches> {
      const snapshot = await snapshots.latest(organisationId)
      const wanted = [...new Set(pasted.map((value) => value.trim()).filter((value) => value !== ''))]
      if (filterName === 'ward' || filterName === 'local_authority') {
        return placeMatches(await options(snapshot, filterName), wanted)
      }
      const found = await snapshot.existing(columnOf(filterName), wanted)
      const matched = new Set(found.map((match) => match.wanted))
      return {
        matched: [...new Set(found.map((match) => match.value))].map(sameName),
        unmatched: wanted.filter((value) => !matched.has(value)),
      }
    },
  }
}

const columnOf = (filterName: 'household_references' | 'postcodes') =>
  filterName === 'postcodes' ? 'postcode' : 'household_reference'

const sameName = (value: string): FilterValue => ({ name: value, display_name: value })

function placeMatches(options: readonly PlaceOption[], wanted: readonly string[]): Matches {
  const places = wanted.map((name) => placesNamed(options, name))
  const matched = [...new Set(places.flat())].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { matched: matched.map(asValue), unmatched: wanted.filter((_, index) => places[index]?.length === 0) }
}

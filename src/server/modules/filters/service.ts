import type { DynamicFilterName, Filter, FilterRequest, FilterValue, HouseholdReferenceFilter } from '#contract/filters'
import { madeOnce, type LoadedSnapshot, type SnapshotsService } from '../snapshots/service'
import type { SnapshotCatalogue } from './boundCatalogue'
import { asValue, bindCatalogue } from './boundCatalogue'
import { HOUSEHOLD_REFERENCE_FILTER } from './catalogue'
import { foldName, placesNamed } from './places'
import type { PlaceOption } from './places'
import type { Predicate } from './predicate'
import { compilePredicate } from './predicate'
import { findValues, matchValues, readFacts, readFirstValues } from './lookups'

/** What a picker gets when it does not say how many it wants. */
const MOST_OPTIONS = 100

/** Catalogues kept, one a snapshot; each is a few hundred kB at most. */
const CATALOGUES_KEPT = 32

export interface Matches {
  readonly matched: FilterValue[]
  readonly unmatched: string[]
}

export interface FiltersService {
  /** The catalogue of the organisation's latest snapshot. @throws Fault 404 without a snapshot. */
  catalogue(organisationId: string): Promise<SnapshotCatalogue>
  /** Compiles selected filters for one snapshot. @throws Fault 422, see {@link compilePredicate}. */
  predicate(snapshot: LoadedSnapshot, request: FilterRequest): Promise<Predicate>
  /** The household reference filter: all references up to the whole-list limit, else the first, or those that contain the query. */
  householdReferences(organisationId: string, query?: string, limit?: number): Promise<HouseholdReferenceFilter>
  /** Values of a search filter that contain the query. */
  findValues(
    organisationId: string,
    filterName: DynamicFilterName,
    query?: string,
    limit?: number,
  ): Promise<Required<Pick<Filter, 'filter_values' | 'total'>>>
  /** Which of the pasted values exist, sorted by id; the rest as they were pasted, each once. */
  matchValues(organisationId: string, filterName: DynamicFilterName, pasted: readonly string[]): Promise<Matches>
}

/** Filters over an organisation's latest snapshot. */
export function createFiltersService({ snapshots }: { snapshots: SnapshotsService }): FiltersService {
  const catalogueOf = madeOnce(CATALOGUES_KEPT, async (snapshot) => bindCatalogue(await readFacts(snapshot)))
  // Everybody who opens the map asks for these.
  const referencesOf = madeOnce(CATALOGUES_KEPT, async (snapshot) => {
    const { first, total } = await readFirstValues(snapshot, 'household_reference')
    return { filter_values: first.map(sameName), total }
  })

  const options = async (snapshot: LoadedSnapshot, filterName: 'ward' | 'local_authority') => {
    const filter = (await catalogueOf(snapshot)).filters.get(filterName)
    return filter?.kind === 'place' ? filter.options : []
  }

  const find: FiltersService['findValues'] = async (organisationId, filterName, query = '', limit = MOST_OPTIONS) => {
    const snapshot = await snapshots.latest(organisationId)
    if (filterName === 'ward' || filterName === 'local_authority') {
      const wanted = foldName(query)
      const found = (await options(snapshot, filterName)).filter((option) =>
        [option.displayName, ...option.aliases].some((name) => foldName(name).includes(wanted)),
      )
      return { filter_values: found.slice(0, limit).map(asValue), total: found.length }
    }
    const { values, total } = await findValues(snapshot, columnOf(filterName), query, limit)
    return { filter_values: values.map(sameName), total }
  }

  return {
    catalogue: async (organisationId) => catalogueOf(await snapshots.latest(organisationId)),

    predicate: async (snapshot, request) => compilePredicate(request, await catalogueOf(snapshot)),

    findValues: find,

    async householdReferences(organisationId, query, limit) {
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

    async matchValues(organisationId, filterName, pasted) {
      const snapshot = await snapshots.latest(organisationId)
      const wanted = [...new Set(pasted.map((value) => value.trim()).filter((value) => value !== ''))]
      if (filterName === 'ward' || filterName === 'local_authority') {
        return placeMatches(await options(snapshot, filterName), wanted)
      }
      const found = await matchValues(snapshot, columnOf(filterName), wanted)
      const asked = new Set(found.map((match) => match.asked))
      return {
        matched: [...new Set(found.map((match) => match.value))].map(sameName),
        unmatched: wanted.filter((value) => !asked.has(value)),
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

import { columnFromArray, tableFromColumns, tableToIPC, uint32, uint8 } from '@uwdata/flechette'
import {
  FACET_COUNTS_COLUMN,
  FACET_METADATA,
  type DynamicFilterName,
  type Facet,
  type Facets,
  type Filter,
  type FilterRequest,
  type FilterValue,
  type HouseholdReferenceFilter,
} from '#contract/households/filters'
import { packIndex } from '#contract/households/facetIndex'
import type { Database } from '../../../db/database'
import { invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { erasedOf, type IsErased } from '../../platform/erasure-ledger/service'
import { WHOLE, type Access, type NeedToKnowService } from '../need-to-know/service'
import type { Predicate } from '../snapshots/predicate'
import { type LoadedSnapshot, type SnapshotsService } from '../snapshots/service'
import { memoizeBySnapshot } from '../snapshots/memoize'
import { asValue, bindCatalogue, hiddenFilters, withoutColumns, type SnapshotCatalogue } from './boundCatalogue'
import { HOUSEHOLD_REFERENCE_FILTER } from './catalogue'
import { readFacts, readFirstValues } from './facts'
import { foldName, placesNamed, type PlaceOption } from './places'
import { createListedFilters, type OverTimeDependencies } from './overTime'
import { compileSelections } from './predicate'
const DEFAULT_OPTIONS = 100

/** A few hundred kB each. */
const CACHED_CATALOGUES = 32

export interface Matches {
  readonly matched: FilterValue[]
  readonly unmatched: string[]
}

export type FiltersService = ReturnType<typeof createFiltersService>

/** Filters over each organisation's latest snapshot. */
export function createFiltersService({
  database,
  snapshots,
  needToKnow,
  contactHistory,
}: {
  database: Database
  snapshots: SnapshotsService
  needToKnow: NeedToKnowService
} & Pick<OverTimeDependencies, 'contactHistory'>) {
  const listsOf = createListedFilters({ snapshots, contactHistory })

  const cached = memoizeBySnapshot(CACHED_CATALOGUES, async (snapshot) => ({
    whole: bindCatalogue(await readFacts(snapshot)),
    restricted: new Map<string, SnapshotCatalogue>(),
  }))

  const erasedHouseholds = async (organisationId: string): Promise<IsErased> =>
    (await database.forOrganisation(organisationId, (tx) => erasedOf(tx, organisationId))).has

  async function catalogueOf(snapshot: LoadedSnapshot, { hidden, key }: Access): Promise<SnapshotCatalogue> {
    const { whole, restricted } = await cached(snapshot)
    if (hidden.size === 0) return whole
    const known = restricted.get(key) ?? withoutColumns(whole, hidden)
    restricted.set(key, known)
    return known
  }

  /** @param listedIn the snapshot for the filters over time, if another */
  async function select(
    snapshot: LoadedSnapshot,
    request: FilterRequest,
    access: Access,
    listedIn: LoadedSnapshot = snapshot,
  ) {
    const catalogue = await catalogueOf(snapshot, access)
    return compileSelections(request, catalogue, await listsOf(listedIn, request, access))
  }

  const referencesOf = memoizeBySnapshot(CACHED_CATALOGUES, async (snapshot) => {
    const { first, total } = await readFirstValues(snapshot, 'household_reference')
    return { filter_values: first.map(sameName), total }
  })

  const options = async (snapshot: LoadedSnapshot, filterName: 'ward' | 'local_authority') => {
    const filter = (await catalogueOf(snapshot, WHOLE)).filters.get(filterName)
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

  async function countFacets(person: Person, request: FilterRequest, along?: string) {
    const snapshot = await snapshots.latest(person.organisationId)
    const own = await needToKnow.of(person)
    const catalogue = await catalogueOf(snapshot, own)
    const { facets: all } = await catalogueOf(snapshot, WHOLE)
    const selections = await select(snapshot, request, own)
    if (along !== undefined && !catalogue.facets.some((facet) => facet.name === along && 'minimum' in facet)) {
      throw invalidInput({ filter_name: 'There is no range filter of this name.' })
    }
    const { counts, households } = await snapshot.facets({ facets: all, selections, along })
    const matching = households.reduce((sum, each) => sum + each, 0)
    await needToKnow.looked(
      person,
      snapshot,
      selections.filter(({ facet }) => facet !== along).map(({ condition }) => condition),
      matching,
    )
    return { catalogue, households, all, counts }
  }

  return {
    catalogue: async (person: Person): Promise<SnapshotCatalogue> =>
      catalogueOf(await snapshots.latest(person.organisationId), await needToKnow.of(person)),

    catalogueOf,

    /** @throws Fault 422 for wrong filters */
    compile: async (...asked: Parameters<typeof select>): Promise<Predicate> =>
      (await select(...asked)).map(({ condition }) => condition),

    hiddenFrom: ({ hidden }: Access): string[] => hiddenFilters(hidden).map(({ displayName }) => displayName),

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

    /** @throws Fault 422 for wrong filters */
    async facets(person: Person, request: FilterRequest): Promise<Facets> {
      const { catalogue, counts: found, all, households } = await countFacets(person, request)
      const counts = countsOf(found, all, catalogue.facets)
      let end = 0
      const facets = catalogue.facets.map((facet): Facet => {
        const own = counts.subarray(end, (end += facet.size))
        if ('minimum' in facet) {
          return { filter_name: facet.name, minimum: facet.minimum, maximum: facet.maximum, bins: [...own] }
        }
        const values = facet.names.map((name, index) => ({ name, household_count: own[index] ?? 0 }))
        return { filter_name: facet.name, values }
      })
      return { household_count: households[0] ?? 0, facets }
    },

    /** Arrow: see `getFilterFacets` and, with a range filter's name, `getFilterFacetIndex`. */
    async facetCounts(person: Person, request: FilterRequest, along?: string): Promise<Uint8Array> {
      const { catalogue, counts, all, households } = await countFacets(person, request, along)
      const facets = catalogue.facets.filter(({ name }) => name !== along)
      const own = countsOf(counts, all, facets)
      const sizes = catalogue.facets.map(({ name, size }) => (name === along ? 0 : size))
      const column =
        along === undefined
          ? columnFromArray(own, uint32())
          : columnFromArray(packIndex({ counts: own, households: [...households], sizes }), uint8())
      const table = tableFromColumns({ [FACET_COUNTS_COLUMN]: column })
      table.schema.metadata = new Map([
        [FACET_METADATA.households, JSON.stringify([...households])],
        [FACET_METADATA.catalogue, catalogue.tag],
        ...(along === undefined ? [] : [[FACET_METADATA.sizes, JSON.stringify(sizes)] as const]),
      ])
      const bytes = tableToIPC(table, { format: 'stream' })
      if (!bytes) throw new Error('The counts could not be written as Arrow.')
      return bytes
    },

    /**
     * Which pasted values exist. Erased households do not, from the moment of their erasure: the month's file is written
     * without them later. No look at a household: nothing about it is answered.
     */
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
      const isErased = filterName === 'household_references' ? await erasedHouseholds(organisationId) : () => false
      const existing = await snapshot.existing(columnOf(filterName), wanted)
      const found = existing.filter(({ value }) => !isErased(value))
      const matched = new Set(found.map((match) => match.wanted))
      return {
        matched: [...new Set(found.map((match) => match.value))].map(sameName),
        unmatched: wanted.filter((value) => !matched.has(value)),
      }
    },
  }
}

function countsOf(
  counts: Uint32Array,
  all: SnapshotCatalogue['facets'],
  wanted: SnapshotCatalogue['facets'],
): Uint32Array {
  if (wanted.length === all.length) return counts
  const names = new Set(wanted.map(({ name }) => name))
  const width = all.reduce((sum, { size }) => sum + size, 0)
  const kept = new Uint32Array((counts.length / width) * wanted.reduce((sum, { size }) => sum + size, 0))
  let to = 0
  for (let from = 0; from < counts.length;) {
    for (const { name, size } of all) {
      if (names.has(name)) {
        kept.set(counts.subarray(from, from + size), to)
        to += size
      }
      from += size
    }
  }
  return kept
}

const columnOf = (filterName: 'household_references' | 'postcodes') =>
  filterName === 'postcodes' ? 'postcode' : 'household_reference'

const sameName = (value: string): FilterValue => ({ name: value, display_name: value })

function placeMatches(options: readonly PlaceOption[], wanted: readonly string[]): Matches {
  const places = wanted.map((name) => placesNamed(options, name))
  const matched = [...new Set(places.flat())].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { matched: matched.map(asValue), unmatched: wanted.filter((_, index) => places[index]?.length === 0) }
}

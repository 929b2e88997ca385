import type { DynamicFilterName, Filter, FilterValue, HouseholdReferenceFilter } from '#contract/households/filters'
import type { Person } from '../../../http/person'
import { FEW_HOUSEHOLDS, nameSnapshot } from '../need-to-know/looks'
import { WHOLE } from '../need-to-know/service'
import { memoizeBySnapshot } from '../snapshots/memoize'
import type { LoadedSnapshot } from '../snapshots/service'
import { asValue } from './boundCatalogue'
import { HOUSEHOLD_REFERENCE_FILTER } from './catalogue'
import { CACHED_CATALOGUES, type ReadCatalogue } from './catalogueReader'
import { createDeviceQuestions } from './deviceQuestions'
import { readFirstValues } from './facts'
import { createHeldReferences, type HeldReferencesDependencies } from './heldReferences'
import { foldName, placesNamed, type PlaceOption } from './places'

const DEFAULT_OPTIONS = 100

export interface MatchedValues {
  readonly matched: FilterValue[]
  readonly unmatched: string[]
}

type FoundValues = Required<Pick<Filter, 'filter_values' | 'total'>>

/** Values of search filters in the latest snapshot; naming few households is a look. */
export function createFilterValues({
  database,
  needToKnow,
  snapshots,
  readCatalogue,
}: HeldReferencesDependencies & { readonly readCatalogue: ReadCatalogue }) {
  const isDeviceQuestion = createDeviceQuestions(database)
  const held = createHeldReferences({ database, needToKnow, snapshots })

  const readReferences = memoizeBySnapshot(CACHED_CATALOGUES, async (snapshot): Promise<FoundValues> => {
    const { first, total } = await readFirstValues(snapshot, 'household_reference')
    return { filter_values: first.map(nameItself), total }
  })

  const listPlaces = async (snapshot: LoadedSnapshot, filterName: 'ward' | 'local_authority') => {
    const filter = (await readCatalogue(snapshot, WHOLE)).filters.get(filterName)
    return filter?.kind === 'place' ? filter.options : []
  }

  async function find(
    person: Person,
    filterName: DynamicFilterName,
    query = '',
    limit = DEFAULT_OPTIONS,
  ): Promise<FoundValues> {
    const snapshot = await snapshots.latest(person.organisationId)
    if (filterName === 'ward' || filterName === 'local_authority') {
      return findPlaces(await listPlaces(snapshot, filterName), query, limit)
    }
    const atLeastFew = Math.max(limit, FEW_HOUSEHOLDS)
    const { values, total } = await snapshot.valuesContaining(searchedColumn(filterName), query, atLeastFew)
    // The number of them tells of all.
    if (filterName === 'household_references' && total === values.length)
      await needToKnow.lookedAt(person, nameSnapshot(snapshot), values)
    return { filter_values: values.slice(0, limit).map(nameItself), total }
  }

  return {
    find,
    findHeld: held.find,

    /** Up to the whole-list limit, else the first, or those containing the query. */
    async findReferences(person: Person, query?: string, limit?: number): Promise<HouseholdReferenceFilter> {
      const isPicker = query !== undefined || limit !== undefined
      const { filter_values, total } = isPicker
        ? await find(person, 'household_references', query, limit)
        : await readReferences(await snapshots.latest(person.organisationId))
      const { name, displayName, placeholder, type } = HOUSEHOLD_REFERENCE_FILTER
      const filter = { filter_name: name, display_name: displayName, placeholder, type, filter_values }
      return { ...filter, ...(total > filter_values.length ? { total } : {}) }
    },

    /** @param erasuresSeen of a device's own question, which is no look */
    async match(
      person: Person,
      filterName: DynamicFilterName,
      pasted: readonly string[],
      erasuresSeen?: number,
    ): Promise<MatchedValues> {
      const snapshot = await snapshots.latest(person.organisationId)
      const wanted = [...new Set(pasted.map((value) => value.trim()).filter((value) => value !== ''))]
      if (filterName === 'ward' || filterName === 'local_authority') {
        return matchPlaces(await listPlaces(snapshot, filterName), wanted)
      }
      const found =
        filterName === 'postcodes' ? await snapshot.existing('postcode', wanted) : await held.match(snapshot, wanted)
      const matched = new Set(found.map((match) => match.wanted))
      const values = [...new Set(found.map((match) => match.value))]
      if (filterName === 'household_references' && !(await isDeviceQuestion(person, erasuresSeen)))
        await needToKnow.lookedAt(person, nameSnapshot(snapshot), values)
      return {
        matched: values.map(nameItself),
        unmatched: wanted.filter((value) => !matched.has(value)),
      }
    },
  }
}

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

import { columnFromArray, tableFromColumns, tableToIPC, uint32, uint8 } from '@uwdata/flechette'
import { packIndex } from '#contract/households/facetIndex'
import {
  FACET_COUNTS_COLUMN,
  FACET_METADATA,
  type Facet,
  type Facets,
  type FilterRequest,
} from '#contract/households/filters'
import { invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { WHOLE, type NeedToKnowService } from '../need-to-know/service'
import type { SnapshotCatalogue } from './boundCatalogue'
import type { ReadCatalogue } from './catalogueReader'
import type { FilterCompiler } from './compileFilters'

interface FacetCountsDependencies extends Pick<FilterCompiler, 'openLatest' | 'select'> {
  readonly needToKnow: Pick<NeedToKnowService, 'noteMatching'>
  readonly readCatalogue: ReadCatalogue
}

/** Counts beside filter values. @throws Fault 422 for wrong filters */
export const createFacetCounts = (deps: FacetCountsDependencies) => ({
  async read(person: Person, request: FilterRequest): Promise<Facets> {
    const { catalogue, counts: found, all, households } = await countFacets(deps, person, request)
    const counts = pickCounts(found, all, catalogue.facets)
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
  async readArrow(person: Person, request: FilterRequest, along?: string): Promise<Uint8Array> {
    const { catalogue, counts, all, households } = await countFacets(deps, person, request, along)
    const facets = catalogue.facets.filter(({ name }) => name !== along)
    const own = pickCounts(counts, all, facets)
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
})

async function countFacets(deps: FacetCountsDependencies, person: Person, request: FilterRequest, along?: string) {
  const { snapshot, access } = await deps.openLatest(person)
  const catalogue = await deps.readCatalogue(snapshot, access)
  const { facets: all } = await deps.readCatalogue(snapshot, WHOLE)
  const selections = await deps.select(snapshot, request, access)
  if (along !== undefined && !catalogue.facets.some((facet) => facet.name === along && 'minimum' in facet)) {
    throw invalidInput({ filter_name: 'There is no range filter of this name.' })
  }
  const { counts, households } = await snapshot.facets({ facets: all, selections, along })
  const others = selections.filter(({ facet }) => facet !== along)
  const without = (name?: string) => others.filter(({ facet }) => facet !== name).map(({ condition }) => condition)
  const found = households.reduce((sum, each) => sum + each, 0)
  await deps.needToKnow.noteMatching(person, snapshot, without(), found)
  // A facet's counts ignore its own selection, which may choose nobody.
  for (const [index, { name }] of all.entries()) {
    if (others.some(({ facet }) => facet === name)) {
      await deps.needToKnow.noteMatching(person, snapshot, without(name), sumFacet(counts, all, index))
    }
  }
  return { catalogue, households, all, counts }
}

function sumFacet(counts: Uint32Array, all: SnapshotCatalogue['facets'], index: number): number {
  const width = all.reduce((sum, { size }) => sum + size, 0)
  const start = all.slice(0, index).reduce((sum, { size }) => sum + size, 0)
  const end = start + (all[index]?.size ?? 0)
  return counts.reduce((sum, each, at) => (at % width >= start && at % width < end ? sum + each : sum), 0)
}

function pickCounts(
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

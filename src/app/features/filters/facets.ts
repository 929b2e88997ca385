/** How many households each choice would leave. While a slider is moved its index answers, without a request. */
import { keepPreviousData, queryOptions as tanstackOptions, useQuery } from '@tanstack/react-query'
import { tableFromIPC } from '@uwdata/flechette'
import { createContext, use, useState } from 'react'
import { z } from 'zod'
import { facetBins } from '#contract/bins'
import {
  FACET_COUNTS_COLUMN,
  FACET_METADATA,
  getFilterFacetIndex,
  getFilterFacets,
  type Facet,
  type Facets,
  type FilterRequest,
} from '#contract/filters'
import { callArrow } from '../../api/call'
import { Outdated } from '../../api/errors'
import { queryKeyOf, queryOptions } from '../../api/queryOptions'
import { allHouseholdsQuery } from '../../state/filters/allHouseholds'
import { filterRequestAtom } from '../../state/filters/selectedFilters'
import { atom, useAtomValue } from '../../state/store'

/** A range filter whose slider is held, and the range that it shows; null for the touch before the first move. */
export interface HeldSlider {
  readonly filterName: string
  readonly range: readonly [number, number] | null
}
export const heldSliderAtom = atom<HeldSlider | null>(null)

export interface Counts {
  readonly households: number
  /** Before the last change; undefined at first. */
  readonly before: number | undefined
  /** Without any filter. */
  readonly all: number | undefined
  readonly facets: ReadonlyMap<string, Facet>
}

/** Undefined while there are none: offline, or before the first answer. */
export const CountsContext = createContext<Counts | undefined>(undefined)

/** One filter's counts, for its control. */
export const useFacet = (filterName: string): Facet | undefined => use(CountsContext)?.facets.get(filterName)

/** The households that each value of a filter would leave, by its name. */
export function useValueCounts(filterName: string): ReadonlyMap<string, number> {
  const facet = useFacet(filterName)
  return new Map(facet && 'values' in facet ? facet.values.map((one) => [one.name, one.household_count]) : [])
}

/** The counts for the selected filters, or for the slider as it is held. */
export function useCounts(): Counts | undefined {
  const request = useAtomValue(filterRequestAtom)
  const held = useAtomValue(heldSliderAtom)
  const all = useQuery(allHouseholdsQuery)
  const query = useQuery({ ...queryOptions(getFilterFacets, { body: request }), placeholderData: keepPreviousData })
  const index = useQuery({ ...indexQuery(request, held?.filterName ?? ''), enabled: held !== null })

  const isOfOtherFilters = query.isPlaceholderData && query.fetchStatus !== 'fetching'
  const found = isOfOtherFilters ? undefined : query.data
  const moved = found && index.data && held?.range ? along(found, index.data, held.filterName, held.range) : undefined
  const [shown, setShown] = useState<{ of: Facets | undefined; before: number | undefined }>({
    of: undefined,
    before: undefined,
  })
  if (found && found !== shown.of) setShown({ of: found, before: shown.of?.household_count })
  if (!found) return undefined
  const { household_count, facets } = moved ?? found
  return {
    households: household_count,
    before: moved ? found.household_count : shown.before,
    all: all.data?.household_count,
    facets: new Map(facets.map((facet) => [facet.filter_name, facet])),
  }
}

interface FacetIndex {
  /** Per bin, those of every facet one after the other. */
  readonly counts: Uint32Array
  readonly households: readonly number[]
}

const indexQuery = (request: FilterRequest, filterName: string) => {
  const without = (list: FilterRequest['filter_request_list']) => list.filter((one) => one.filter_name !== filterName)
  const body = { ...request, filter_request_list: without(request.filter_request_list), filter_name: filterName }
  return tanstackOptions({
    queryKey: queryKeyOf(getFilterFacetIndex, { body }),
    queryFn: async ({ signal }) => decodeIndex(await callArrow(getFilterFacetIndex, { body, signal })),
    structuralSharing: false,
  })
}

/** Decodes `getFilterFacetIndex`. @throws Outdated */
function decodeIndex(buffer: ArrayBuffer): FacetIndex {
  try {
    const table = tableFromIPC(buffer)
    const households = z
      .array(z.number())
      .parse(JSON.parse(table.schema.metadata?.get(FACET_METADATA.households) ?? ''))
    const counts = z.instanceof(Uint32Array).parse(table.getChild(FACET_COUNTS_COLUMN).toArray())
    return { counts, households }
  } catch (error) {
    throw new Outdated({ cause: error })
  }
}

const sizeOf = (facet: Facet) => ('bins' in facet ? facet.bins.length : facet.values.length)

/**
 * The facets with the slider's filter at `range`, its own left as they are. Exact where a bin is one whole number, else
 * by the bins whose middle lies inside. Undefined when the index is of another catalogue.
 */
export function along(
  { facets }: Facets,
  { counts, households }: FacetIndex,
  filterName: string,
  [from, to]: readonly [number, number],
): Facets | undefined {
  const own = facets.find((facet) => facet.filter_name === filterName)
  const width = facets.reduce((sum, facet) => sum + sizeOf(facet), 0)
  if (!own || !('bins' in own) || counts.length !== width * households.length) return undefined
  const { minimum, maximum, bins } = own
  const { step, isWhole } = facetBins(minimum, maximum, bins.length)
  const middle = (bin: number) => minimum + (isWhole ? bin : (bin + 0.5) * step)
  const inside = [...bins.keys()].filter((bin) => middle(bin) >= from && middle(bin) <= to)
  const sumOf = (place: number) => inside.reduce((sum, bin) => sum + (counts[bin * width + place] ?? 0), 0)
  let place = 0
  return {
    household_count: inside.reduce((sum, bin) => sum + (households[bin] ?? 0), 0),
    facets: facets.map((facet): Facet => {
      const start = place
      place += sizeOf(facet)
      if (facet === own) return facet
      if ('bins' in facet) return { ...facet, bins: facet.bins.map((_, bin) => sumOf(start + bin)) }
      const values = facet.values.map(({ name }, index) => ({ name, household_count: sumOf(start + index) }))
      return { ...facet, values }
    }),
  }
}

/** How many households each choice would leave. While a slider is moved its index answers, without a request. */
import { keepPreviousData, queryOptions as tanstackOptions, useQuery } from '@tanstack/react-query'
import { tableFromIPC } from '@uwdata/flechette'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { getFilterFacetIndex, getFilterFacets, type Facet, type Facets, type FilterRequest } from '#contract/filters'
import { callArrow } from '../../api/call'
import { queryKeyOf, queryOptions } from '../../api/queryOptions'
import { allHouseholdsQuery } from '../../state/filters/allHouseholds'
import { filterRequestAtom } from '../../state/filters/selectedFilters'
import { atom, useAtomValue, useSetAtom } from '../../state/store'

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

/**
 * Undefined while there are none: offline, or before the first answer. An atom, because a context that changes in each
 * frame of a slider is looked for in the whole panel.
 */
export const countsAtom = atom<Counts | undefined>(undefined)

/** One filter's counts, for its control. */
export function useFacet(filterName: string): Facet | undefined {
  return useAtomValue(useMemo(() => atom((get) => get(countsAtom)?.facets.get(filterName)), [filterName]))
}

/** How many households a value would leave; undefined while that is not known. */
export function useValueCount(filterName: string, value: string): number | undefined {
  const ofValue = useMemo(
    () =>
      atom((get) => {
        const facet = get(countsAtom)?.facets.get(filterName)
        return facet && 'values' in facet ? facet.values.find(({ name }) => name === value)?.household_count : undefined
      }),
    [filterName, value],
  )
  return useAtomValue(ofValue)
}

/** Keeps the counts while it is there. In a component of its own: it is drawn again in each frame of a slider. */
export function KeepCounts(): null {
  const counts = useCounts()
  const setCounts = useSetAtom(countsAtom)
  useLayoutEffect(() => setCounts(counts), [counts, setCounts])
  useEffect(() => () => setCounts(undefined), [setCounts])
  return null
}

/** The counts for the selected filters, or for the slider as it is held. */
function useCounts(): Counts | undefined {
  const request = useAtomValue(filterRequestAtom)
  const held = useAtomValue(heldSliderAtom)
  const all = useQuery(allHouseholdsQuery)
  const query = useQuery({ ...queryOptions(getFilterFacets, { body: request }), placeholderData: keepPreviousData })
  const index = useQuery({ ...indexQuery(request, held?.filterName ?? ''), enabled: held !== null })

  const isOfOtherFilters = query.isPlaceholderData && query.fetchStatus !== 'fetching'
  const found = isOfOtherFilters ? undefined : query.data
  const moved = found && held?.range ? index.data?.along(found, held.filterName, held.range) : undefined
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

const indexQuery = (request: FilterRequest, filterName: string) => {
  const without = (list: FilterRequest['filter_request_list']) => list.filter((one) => one.filter_name !== filterName)
  const body = { ...request, filter_request_list: without(request.filter_request_list), filter_name: filterName }
  return tanstackOptions({
    queryKey: queryKeyOf(getFilterFacetIndex, { body }),
    queryFn: async ({ signal }) => {
      const [{ decodeIndex }, buffer] = await Promise.all([
        import('./sliderIndex'),
        callArrow(getFilterFacetIndex, { body, signal }),
      ])
      // Read here: its package is the map's too, and would be a file by itself.
      return decodeIndex(tableFromIPC(buffer))
    },
    structuralSharing: false,
  })
}

/** How many households each choice would leave. */
import { keepPreviousData, queryOptions as tanstackOptions, useQuery } from '@tanstack/react-query'
import { tableFromIPC } from '@uwdata/flechette'
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import {
  getFilterFacetIndex,
  getFilterFacets,
  type Facet,
  type Facets,
  type FilterRequest,
} from '#contract/households/filters'
import { callArrow } from '../../../api/call'
import { makeQueryKey, queryOptions } from '../../../api/queryOptions'
import { allHouseholdsQuery } from '../../../state/filters/allHouseholds'
import { filterRequestAtom } from '../../../state/filters/selectedFilters'
import { atom, useAtomValue, useAtomWriter, useSetAtom, type Atom } from '../../../state/store'
import type { CountsAlong } from './sliderIndex'

/** A held slider and its shown range; null before the first move. */
export interface HeldSlider {
  readonly filterName: string
  readonly range: readonly [number, number] | null
  /** Its counts stay until those of the applied range arrive. */
  readonly isReleased?: boolean
}
export const heldSliderAtom = atom<HeldSlider | null>(null)

export interface Counts extends CountsAlong {
  /** Before the last change; undefined at first. */
  readonly before: number | undefined
  readonly all: number | undefined
}

export interface RestingCounts extends Counts {
  readonly facetOf: (filterName: string) => Facet | undefined
  readonly along: (held: HeldSlider) => CountsAlong | undefined
}
/** Undefined offline, and at first. */
export const restingCountsAtom = atom<RestingCounts | undefined>(undefined)

/** With a held slider at its place. */
export const countsAtom = atom((get): Counts | undefined => {
  const resting = get(restingCountsAtom)
  const held = get(heldSliderAtom)
  const moved = held && resting?.along(held)
  return resting && moved ? { ...moved, before: resting.households, all: resting.all } : resting
})

export const CountsToShow = createContext<Atom<Counts | undefined>>(countsAtom)

/** Calls `write` with the counts to show, as {@link useAtomWriter} does. */
export function useCountsWriter(write: (counts: Counts | undefined) => void): void {
  useAtomWriter(useContext(CountsToShow), write)
}

/** One filter's counts at rest. */
export function useFacet(filterName: string): Facet | undefined {
  return useAtomValue(useMemo(() => atom((get) => get(restingCountsAtom)?.facetOf(filterName)), [filterName]))
}

/** Keeps the counts updated while mounted. */
export function KeepCounts(): null {
  const counts = useCounts()
  const setCounts = useSetAtom(restingCountsAtom)
  useLayoutEffect(() => setCounts(counts), [counts, setCounts])
  useEffect(() => () => setCounts(undefined), [setCounts])
  return null
}

interface Beside {
  readonly before?: number | undefined
  readonly all: number | undefined
  readonly along?: RestingCounts['along'] | undefined
}

/** Counts of an answer, with what it omits. */
export function restingCounts(found: Facets, { before, all, along = () => undefined }: Beside): RestingCounts {
  const facets = new Map(found.facets.map((facet) => [facet.filter_name, facet]))
  const makeFacet = (filterName: string) => facets.get(filterName)
  return {
    households: found.household_count,
    before,
    all,
    facetOf: makeFacet,
    countOf(filterName, value) {
      const facet = makeFacet(filterName)
      return facet && 'values' in facet ? facet.values.find(({ name }) => name === value)?.household_count : undefined
    },
    binsOf(filterName) {
      const facet = makeFacet(filterName)
      return facet && 'bins' in facet ? facet.bins : undefined
    },
    along,
  }
}

const releasedAtom = atom((get) => get(heldSliderAtom)?.isReleased ?? false)
const heldNameAtom = atom((get) => get(heldSliderAtom)?.filterName)

function useCounts() {
  const request = useAtomValue(filterRequestAtom)
  const held = useAtomValue(heldNameAtom)
  const all = useQuery(allHouseholdsQuery).data?.household_count
  const query = useQuery({ ...queryOptions(getFilterFacets, { body: request }), placeholderData: keepPreviousData })
  const index = useQuery({ ...indexQuery(request, held ?? ''), enabled: held !== undefined }).data

  const isOfOtherFilters = query.isPlaceholderData && query.fetchStatus !== 'fetching'
  const found = isOfOtherFilters ? undefined : query.data
  useEndOfRelease(query.isPlaceholderData && !isOfOtherFilters)
  const [shown, setShown] = useState<{ of: Facets | undefined; before: number | undefined }>({
    of: undefined,
    before: undefined,
  })
  if (found && found !== shown.of) setShown({ of: found, before: shown.of?.household_count })
  return useMemo(() => {
    if (!found) return undefined
    const moved = held === undefined ? undefined : index?.along(found, held)
    const along =
      moved && ((slider: HeldSlider) => (slider.filterName === held && slider.range ? moved(slider.range) : undefined))
    return restingCounts(found, { before: shown.before, all, along })
  }, [found, shown.before, all, index, held])
}

function useEndOfRelease(isOnItsWay: boolean): void {
  const isReleased = useAtomValue(releasedAtom)
  const setHeld = useSetAtom(heldSliderAtom)
  useLayoutEffect(() => {
    if (isReleased && !isOnItsWay) setHeld(null)
  }, [isReleased, isOnItsWay, setHeld])
}

const indexQuery = (request: FilterRequest, filterName: string) => {
  const without = (list: FilterRequest['filter_request_list']) => list.filter((one) => one.filter_name !== filterName)
  const body = { ...request, filter_request_list: without(request.filter_request_list), filter_name: filterName }
  return tanstackOptions({
    queryKey: makeQueryKey(getFilterFacetIndex, { body }),
    queryFn: async ({ signal }) => {
      const [{ decodeIndex }, buffer] = await Promise.all([
        import('./sliderIndex'),
        callArrow(getFilterFacetIndex, { body, signal }),
      ])
      // Read here, with the package the map loads too: otherwise it would be a file by itself.
      return decodeIndex(tableFromIPC(buffer))
    },
    structuralSharing: false,
  })
}

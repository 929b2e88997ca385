import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { FilterRequest } from '#contract/households/filters'
import type { Headline } from '#contract/households/map'
import { GENERIC_FALLBACK, explainError, isNoMonth } from '../../../../api/errors'
import { probeNow, useIsOffline } from '../../../../state/connectivity'
import { fetchAtOnceAtom, filterRequestAtom } from '../../../../state/filters/selectedFilters'
import { useDeferredAtomValue } from '../../../../state/store'
import { figuresQuery, householdsQuery } from './households'
import type { MapView } from '../../../../state/mapView'
import type { MapPicture } from './picture'
import { wardsQuery } from './wards'

/** Milliseconds. */
const MAP_FILTER_DEBOUNCE = 2_000

const MAP_DATA_FAILURE = 'An error occurred while fetching data.'

export interface MapData {
  readonly status: 'loading' | 'loaded' | 'error'
  /** Kept while loading and after an error. */
  readonly data: MapPicture | null
  /** At first, of the picture being loaded. */
  readonly headlines: readonly Headline[] | null
  readonly message: string | null
  /** The organisation has no month of data yet: nothing went wrong. */
  readonly hasNoMonth: boolean
  readonly isUpdating: boolean
  readonly retry: () => void
}

/** The map's data for the selected filters. */
export function useMapData(view: MapView): MapData {
  const selected = useDeferredAtomValue(filterRequestAtom)
  const fetchAtOnce = useDeferredAtomValue(fetchAtOnceAtom)
  const isOffline = useIsOffline()
  const request = useSettled(selected, `${view} ${fetchAtOnce} ${isOffline}`)
  // Shows a lost connection before the request is sent.
  useEffect(() => {
    if (selected !== request && !isOffline) void probeNow()
  }, [selected, request, isOffline])
  const query = useQuery({
    ...(view === 'ward' ? wardsQuery(request) : householdsQuery(request)),
    // Large and soon outdated; the screen keeps what it shows.
    gcTime: 0,
    refetchOnReconnect: 'always',
    structuralSharing: false,
  })
  const [last, setLast] = useState<MapPicture | null>(null)
  if (query.data && query.data !== last) setLast(query.data)
  // Rendering a large picture must not block a press.
  const drawn = useDeferredValue(last)

  const { data: first } = useQuery(figuresQuery(request))

  const hasFailed = query.isError || (query.isPaused && !query.data)
  return {
    status: hasFailed ? 'error' : drawn ? 'loaded' : 'loading',
    data: drawn,
    headlines: drawn?.headlines ?? (view === 'household' ? (first ?? null) : null),
    hasNoMonth: isNoMonth(query.error),
    message: query.isError ? describeFailure(query.error) : null,
    isUpdating: request !== selected || query.isFetching || drawn !== last,
    retry: () => void query.refetch(),
  }
}

/** Debounced, except when `immediate` changes: view, Apply, back online. */
function useSettled(request: FilterRequest, immediate: string): FilterRequest {
  const [settled, setSettled] = useState({ request, immediate })
  const isImmediate = settled.immediate !== immediate
  if (isImmediate) setSettled({ request, immediate })
  useEffect(() => {
    const timer = setTimeout(() => setSettled((before) => ({ ...before, request })), MAP_FILTER_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [request])
  return isImmediate ? request : settled.request
}

function describeFailure(failure: unknown): string {
  const words = explainError(failure, MAP_DATA_FAILURE)
  return words === GENERIC_FALLBACK ? MAP_DATA_FAILURE : words
}

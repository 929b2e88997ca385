import { startTransition, useEffect, useRef, useState } from 'react'
import type { FilterRequest } from '#contract/filters'
import { GENERIC_FALLBACK, messageOf } from '../../../api/errors'
import { useIsOffline } from '../../../state/online'
import { fetchAtOnceAtom, filterRequestAtom } from '../../../state/selectedFilters'
import { ownerKeyAtom } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { householdLoaderOf, loadWards, type MapPicture, type MapView } from './loaders'
import { createMapQuery, initialMapState, MAP_DATA_FAILURE, type MapQueryState } from './mapQuery'

interface Question {
  view: MapView
  request: FilterRequest
  session: string
}

export interface MapData extends MapQueryState<MapPicture> {
  /** Asks again, at once. */
  retry: () => void
}

/** The data of a view for the selected filters, asked for as mapQuery's policy says. */
export function useMapData(view: MapView): MapData {
  const request = useAtomValue(filterRequestAtom)
  const applied = useAtomValue(fetchAtOnceAtom)
  const session = useAtomValue(ownerKeyAtom)
  const [state, setState] = useState<MapQueryState<MapPicture>>(initialMapState)
  const tell = (now: MapQueryState<MapPicture>) =>
    // That it is under way is said at once; the picture is drawn without keeping a press waiting.
    now.isUpdating ? setState(now) : startTransition(() => setState(now))
  const [query] = useState(() => createMapQuery<Question, MapPicture>({ load, tell, messageOf: wordsOf }))
  const isOffline = useIsOffline()
  const asked = useRef<{ view: MapView; applied: number; isOffline: boolean } | null>(null)

  useEffect(() => {
    const before = asked.current
    // What was picked, or failed, without a line is asked for as soon as there is one.
    const isBack = before?.isOffline === true && !isOffline
    if (before !== null && before.isOffline !== isOffline && !isBack) {
      asked.current = { ...before, isOffline }
      return
    }
    const isOnlyFilters = before?.view === view && before.applied === applied && !isBack
    asked.current = { view, applied, isOffline }
    query.ask({ view, request, session }, isOnlyFilters ? 'after-debounce' : 'at-once')
  }, [query, view, request, applied, session, isOffline])

  useEffect(
    () => () => {
      asked.current = null
      query.stop()
    },
    [query],
  )

  return { ...state, retry: query.retry }
}

function load({ view, request, session }: Question, signal: AbortSignal): Promise<MapPicture> {
  return view === 'ward' ? loadWards(request, signal) : householdLoaderOf(session)(request, signal)
}

/** The failure's own words; a refusal that came without any gets the map's instead of the general ones. */
function wordsOf(failure: unknown): string {
  const words = messageOf(failure, MAP_DATA_FAILURE)
  return words === GENERIC_FALLBACK ? MAP_DATA_FAILURE : words
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Filter } from '#contract/filters'
import { Offline } from '../../api/errors'
import { useDebounced } from '../../lib/useDebounced'
import { searchQuery } from './queries'
import { isPartial, SEARCH_DELAY, searchHeld, type Found } from './searchSource'

export interface Options extends Found {
  /** Still showing the previous options. */
  isWaiting: boolean
  failure: string | null
}

const NOTHING: Found = { options: [], total: null }

/** Options for a debounced query; an outdated request is aborted. */
export function useOptions(filter: Filter, query: string): Options {
  // An empty query has its options at once.
  const settled = useDebounced(query, query === '' ? 0 : SEARCH_DELAY)
  const first = useMemo(() => searchHeld(filter, ''), [filter])
  const held = useMemo(() => (isPartial(filter) ? null : searchHeld(filter, settled)), [filter, settled])
  const isOnServer = held === null && settled.trim() !== ''
  const search = useQuery({ ...searchQuery(filter, settled), enabled: isOnServer })

  if (!isOnServer) return { ...(held ?? first), isWaiting: query !== settled, failure: null }
  const failure = search.error ?? (search.isPaused && !search.data ? new Offline() : null)
  return {
    ...(failure === null ? (search.data ?? first) : NOTHING),
    isWaiting: query !== settled || (failure === null && (search.isPending || search.isPlaceholderData)),
    failure: failure?.message ?? null,
  }
}

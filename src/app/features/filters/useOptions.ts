import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Filter } from '#contract/filters'
import { Offline } from '../../api/errors'
import { useDebounced } from '../../lib/useDebounced'
import { searchQuery } from './queries'
import { isPartial, SEARCH_DELAY, searchHeld, type Found } from './searchSource'

/** What a picker shows for what was typed. */
export interface Options extends Found {
  /** Typed, and the answer has not come. The options are those from before. */
  isWaiting: boolean
  /** Why the server could not be asked, or null. */
  failure: string | null
}

const NOTHING: Found = { options: [], total: null }

/** Follows a query after {@link SEARCH_DELAY}; a request that is overtaken is given up. */
export function useOptions(filter: Filter, query: string): Options {
  // Nothing to wait for when the field was emptied: the first options are there.
  const settled = useDebounced(query, query === '' ? 0 : SEARCH_DELAY)
  const first = useMemo(() => searchHeld(filter, ''), [filter])
  const held = useMemo(() => (isPartial(filter) ? null : searchHeld(filter, settled)), [filter, settled])
  const isAsked = held === null && settled.trim() !== ''
  const search = useQuery({ ...searchQuery(filter, settled), enabled: isAsked })

  if (!isAsked) return { ...(held ?? first), isWaiting: query !== settled, failure: null }
  const failure = search.error ?? (search.isPaused && !search.data ? new Offline() : null)
  return {
    ...(failure === null ? (search.data ?? first) : NOTHING),
    isWaiting: query !== settled || (failure === null && (search.isPending || search.isPlaceholderData)),
    failure: failure?.message ?? null,
  }
}

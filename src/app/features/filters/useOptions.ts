import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Filter } from '#contract/filters'
import { failureOf, useAsked, valueOf } from '../../state/useAsked'
import { isPartial, SEARCH_DELAY, searchHeld, searchServer, type Found } from './searchSource'

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
  const [settled, setSettled] = useState(query)
  const first = useMemo(() => searchHeld(filter, ''), [filter])
  const held = useMemo(() => (isPartial(filter) ? null : searchHeld(filter, settled)), [filter, settled])
  const isAsked = held === null && settled.trim() !== ''

  useEffect(() => {
    if (query === settled) return
    // Nothing to wait for when the field was emptied: the first options are there.
    const timer = setTimeout(() => setSettled(query), query === '' ? 0 : SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [query, settled])

  const search = useCallback((signal: AbortSignal) => searchServer(filter, settled, signal), [filter, settled])
  const asked = useAsked(search, isAsked, { keepsFormer: true })

  if (!isAsked) return { ...(held ?? first), isWaiting: query !== settled, failure: null }
  const failure = failureOf(asked)
  return {
    ...(failure === null ? (valueOf(asked) ?? first) : NOTHING),
    isWaiting: query !== settled || asked.state === 'loading' || asked.isFormer,
    failure,
  }
}

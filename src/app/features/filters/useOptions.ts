import { useEffect, useMemo, useState } from 'react'
import type { Filter } from '#contract/filters'
import { isAborted, messageOf } from '../../api/errors'
import { isPartial, SEARCH_DELAY, searchHeld, searchServer, type Found } from './searchSource'

/** What a picker shows for what was typed. */
export interface Options extends Found {
  /** Typed, and the answer has not come. The options are those from before. */
  isWaiting: boolean
  /** Why the server could not be asked, or null. */
  failure: string | null
}

type Answer = { query: string; found: Found; failure: string | null }

/** Follows a query after {@link SEARCH_DELAY}; a request that is overtaken is given up. */
export function useOptions(filter: Filter, query: string): Options {
  const [settled, setSettled] = useState(query)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const first = useMemo(() => searchHeld(filter, ''), [filter])
  const held = useMemo(() => (isPartial(filter) ? null : searchHeld(filter, settled)), [filter, settled])
  const isAsked = held === null && settled.trim() !== ''

  useEffect(() => {
    if (query === settled) return
    // Nothing to wait for when the field was emptied: the first options are there.
    const timer = setTimeout(() => setSettled(query), query === '' ? 0 : SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [query, settled])

  useEffect(() => {
    if (!isAsked) return
    const controller = new AbortController()
    searchServer(filter, settled, controller.signal).then(
      (found) => setAnswer({ query: settled, found, failure: null }),
      (error: unknown) => {
        if (controller.signal.aborted || isAborted(error)) return
        setAnswer({ query: settled, found: { options: [], total: null }, failure: messageOf(error) })
      },
    )
    return () => controller.abort()
  }, [filter, settled, isAsked])

  if (!isAsked) return { ...(held ?? first), isWaiting: query !== settled, failure: null }
  const isCurrent = answer?.query === settled
  return {
    ...(answer?.found ?? first),
    isWaiting: query !== settled || !isCurrent,
    failure: isCurrent ? answer.failure : null,
  }
}

import { useEffect, useState } from 'react'
import { isAborted, messageOf, NetworkFailure, Offline } from '../api/errors'
import { useIsOffline } from './online'

/** Something that a part of a screen asks the server for. */
export type Asked<Value> = { readonly reload: () => void } & (
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value }
  /** There is no line; it is asked for by itself when there is. */
  | { readonly state: 'offline' }
  | { readonly state: 'failed'; readonly message: string }
)

/**
 * Asks once, again on reload, and again when the line is back; what was there stays until the new is. `load` must be
 * the same function from render to render; another one is another question.
 */
export function useAsked<Value>(load: (signal: AbortSignal) => Promise<Value>): Asked<Value> {
  const isOffline = useIsOffline()
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ load: unknown; value: Value } | { load: unknown; failure: unknown } | null>(null)

  useEffect(() => {
    if (isOffline) return
    const controller = new AbortController()
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setAnswer({ load, value })
      },
      (failure: unknown) => {
        if (!controller.signal.aborted && !isAborted(failure)) setAnswer({ load, failure })
      },
    )
    return () => controller.abort()
  }, [load, isOffline, attempt])

  const reload = () => {
    // A failure makes room for waiting; a value stays until there is a newer one.
    setAnswer((before) => (before && 'failure' in before ? null : before))
    setAttempt((count) => count + 1)
  }
  if (answer?.load !== load) return { state: isOffline ? 'offline' : 'loading', reload }
  if ('value' in answer) return { state: 'loaded', value: answer.value, reload }
  const isUnreached = answer.failure instanceof Offline || answer.failure instanceof NetworkFailure
  return isOffline && isUnreached ? { state: 'offline', reload } : { state: 'failed', message: messageOf(answer.failure), reload }
}

import { useEffect, useState } from 'react'
import { isAborted, messageOf, NetworkFailure, Offline } from '../../api/errors'
import { useIsOffline } from '../../state/online'

/** Something that is asked of the server when a screen opens. */
export type Asked<Value> =
  | { state: 'loading' }
  | { state: 'loaded'; value: Value }
  /** There is no line; it is asked for again by itself when there is. */
  | { state: 'offline' }
  | { state: 'failed'; message: string; retry: () => void }

/** Asks once, again on retry, and again when the line is back. `load` must be the same function from render to render. */
export function useAsked<Value>(load: (signal: AbortSignal) => Promise<Value>): Asked<Value> & { reload: () => void } {
  const isOffline = useIsOffline()
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ load: unknown; value: Value } | { load: unknown; failure: unknown } | null>(null)

  useEffect(() => {
    if (isOffline) return
    const controller = new AbortController()
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setResult({ load, value })
      },
      (failure: unknown) => {
        if (!controller.signal.aborted && !isAborted(failure)) setResult({ load, failure })
      },
    )
    return () => controller.abort()
  }, [load, isOffline, attempt])

  const reload = () => setAttempt((count) => count + 1)
  const retry = () => {
    setResult(null)
    reload()
  }
  if (result?.load !== load) return { state: isOffline ? 'offline' : 'loading', reload }
  if ('value' in result) return { state: 'loaded', value: result.value, reload }
  const isUnreached = result.failure instanceof Offline || result.failure instanceof NetworkFailure
  if (isOffline && isUnreached) return { state: 'offline', reload }
  return { state: 'failed', message: messageOf(result.failure), retry, reload }
}

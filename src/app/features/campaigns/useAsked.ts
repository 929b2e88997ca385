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

/** How to ask again while the old answer stays, which a failure does not take away; `round` counts what came of asking. */
export interface Reloadable {
  readonly reload: () => void
  readonly round: number
}

type Result<Value> = { load: unknown; value: Value } | { load: unknown; failure: unknown }

/** Asks once, again on retry, and again when the line is back. `load` must be the same function from render to render. */
export function useAsked<Value>(load: (signal: AbortSignal) => Promise<Value>): Asked<Value> & Reloadable {
  const isOffline = useIsOffline()
  const [attempt, setAttempt] = useState(0)
  const [round, setRound] = useState(0)
  const [result, setResult] = useState<Result<Value> | null>(null)

  useEffect(() => {
    if (isOffline) return
    const controller = new AbortController()
    load(controller.signal).then(
      (value) => {
        if (controller.signal.aborted) return
        setResult({ load, value })
        setRound((count) => count + 1)
      },
      (failure: unknown) => {
        if (controller.signal.aborted || isAborted(failure)) return
        setResult((before) => (before?.load === load && 'value' in before ? before : { load, failure }))
        setRound((count) => count + 1)
      },
    )
    return () => controller.abort()
  }, [load, isOffline, attempt])

  const again = { round, reload: () => setAttempt((count) => count + 1) }
  const retry = () => {
    setResult(null)
    again.reload()
  }
  if (result?.load !== load) return { state: isOffline ? 'offline' : 'loading', ...again }
  if ('value' in result) return { state: 'loaded', value: result.value, ...again }
  const isUnreached = result.failure instanceof Offline || result.failure instanceof NetworkFailure
  if (isOffline && isUnreached) return { state: 'offline', ...again }
  return { state: 'failed', message: messageOf(result.failure), retry, ...again }
}

import { useEffect, useState } from 'react'
import { isAborted, messageOf, NetworkFailure, Offline } from '../api/errors'
import { useIsOffline } from './online'

/** Something that a part of a screen asks the server for. */
export type Asked<Value> = {
  readonly reload: () => void
  /** How often it was answered, a failure too. */
  readonly round: number
} & (
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value }
  /** There is no line; it is asked for by itself when there is. */
  | { readonly state: 'offline' }
  | { readonly state: 'failed'; readonly message: string }
)

type Answer<Value> = { load: unknown; value: Value } | { load: unknown; failure: unknown }

/**
 * Asks once, again on reload, and again when the line is back. What was there stays until the new is, and a failure
 * does not take it away. `load` must be the same function from render to render; another one is another question.
 */
export function useAsked<Value>(load: (signal: AbortSignal) => Promise<Value>): Asked<Value> {
  const isOffline = useIsOffline()
  const [attempt, setAttempt] = useState(0)
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer<Value> | null>(null)

  useEffect(() => {
    if (isOffline) return
    const controller = new AbortController()
    const { signal } = controller
    const take = (next: (before: Answer<Value> | null) => Answer<Value>) => {
      setAnswer(next)
      setRound((count) => count + 1)
    }
    load(signal).then(
      (value) => {
        if (!signal.aborted) take(() => ({ load, value }))
      },
      (failure: unknown) => {
        if (signal.aborted || isAborted(failure)) return
        take((before) => (before?.load === load && 'value' in before ? before : { load, failure }))
      },
    )
    return () => controller.abort()
  }, [load, isOffline, attempt])

  const reload = () => {
    // A failure makes room for waiting.
    setAnswer((before) => (before && 'failure' in before ? null : before))
    setAttempt((count) => count + 1)
  }
  const again = { reload, round }
  if (answer?.load !== load) return { state: isOffline ? 'offline' : 'loading', ...again }
  if ('value' in answer) return { state: 'loaded', value: answer.value, ...again }
  const isUnreached = answer.failure instanceof Offline || answer.failure instanceof NetworkFailure
  return isOffline && isUnreached ? { state: 'offline', ...again } : { state: 'failed', message: messageOf(answer.failure), ...again }
}

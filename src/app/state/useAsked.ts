import { useCallback, useEffect, useRef, useState } from 'react'
import { isAborted, isUnreached, messageOf } from '../api/errors'
import { onLineChange, useIsOffline } from './online'

/** Something that a part of a screen asks for: of the server, or a part of the app that is loaded when it is wanted. */
export type Asked<Value> = {
  readonly reload: () => void
  /** How often it was answered, a failure too. */
  readonly round: number
} & (
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value }
  /** Offline: there is no line; it is asked for by itself when there is. */
  | { readonly state: 'offline' | 'failed'; readonly message: string }
)

interface Answer<Value> {
  load: unknown
  /** What is there, also when the newest asking failed. */
  held: { value: Value } | null
  failure: { error: unknown } | null
}

/** What is there, null until it is. */
export const valueOf = <Value>(asked: Asked<Value>): Value | null => (asked.state === 'loaded' ? asked.value : null)

/** Why it is not there, null while it may come. */
export const failureOf = (asked: Asked<unknown>): string | null =>
  asked.state === 'failed' || asked.state === 'offline' ? asked.message : null

/**
 * Asks once, when `isWanted`, again on reload, and what failed again when the line is back. What was there stays until
 * the new is, and a failure does not take it away. `load` must be the same function from render to render; another one
 * is another question.
 */
export function useAsked<Value>(load: (signal: AbortSignal) => Promise<Value>, isWanted = true): Asked<Value> {
  const isOffline = useIsOffline()
  const [attempt, setAttempt] = useState(0)
  const [round, setRound] = useState(0)
  const [latest, setLatest] = useState<Answer<Value> | null>(null)
  const hasFailed = useRef(false)

  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    const { signal } = controller
    const take = (answer: Pick<Answer<Value>, 'held' | 'failure'>) => {
      if (signal.aborted) return
      hasFailed.current = answer.failure !== null
      setLatest((before) => ({ load, failure: answer.failure, held: answer.held ?? (before?.load === load ? before.held : null) }))
      setRound((count) => count + 1)
    }
    load(signal).then(
      (value) => take({ held: { value }, failure: null }),
      (error: unknown) => (isAborted(error) ? undefined : take({ held: null, failure: { error } })),
    )
    return () => controller.abort()
  }, [load, isWanted, attempt])

  const reload = useCallback(() => {
    // A failure makes room for waiting.
    setLatest((before) => before && { ...before, failure: null })
    setAttempt((count) => count + 1)
  }, [])
  // Listened to from the start: the line may be back before a failure is drawn.
  useEffect(() => onLineChange((isOnline) => (isOnline && hasFailed.current ? reload() : undefined)), [reload])

  const again = { reload, round }
  const answer = latest?.load === load ? latest : null
  if (answer?.held) return { state: 'loaded', value: answer.held.value, ...again }
  if (!answer?.failure) return { state: 'loading', ...again }
  const { error } = answer.failure
  return { state: isOffline && isUnreached(error) ? 'offline' : 'failed', message: messageOf(error), ...again }
}

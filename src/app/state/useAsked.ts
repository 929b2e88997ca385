import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { isAborted, isUnreached, messageOf } from '../api/errors'
import { onLineChange, useIsOffline } from './online'

/** Something that a part of a screen asks for: of the server, or a part of the app that is loaded when it is wanted. */
export type Asked<Value> = {
  readonly reload: () => void
  /** How often it was answered, a failure too. */
  readonly round: number
  /** Why what is there may be old: it could not be had anew. `null` also without a line, which is told above the page. */
  readonly problem: string | null
  /** What is there answers the question before: that of now is on its way. */
  readonly isFormer: boolean
} & (
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value }
  /** Offline: there is no line; it is asked for by itself when there is. */
  | { readonly state: 'offline' | 'failed'; readonly message: string }
)

interface More<Value> {
  /** What a loader has fetched already. */
  initial?: Value | undefined
  /** What the question before was answered stays until there is an answer to that of now. */
  keepsFormer?: boolean
  /** Asks anew when this changes. */
  asOf?: unknown
}

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
export function useAsked<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  isWanted = true,
  { initial, keepsFormer = false, asOf }: More<Value> = {},
): Asked<Value> {
  const isOffline = useIsOffline()
  const [attempt, setAttempt] = useState(0)
  const [round, setRound] = useState(0)
  const [latest, setLatest] = useState<Answer<Value> | null>(
    initial === undefined ? null : { load, held: { value: initial }, failure: null },
  )
  const isFetched = useRef(initial !== undefined)
  const hasFailed = useRef(false)

  useEffect(() => {
    if (!isWanted) return
    if (isFetched.current) {
      isFetched.current = false
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    const take = (answer: Pick<Answer<Value>, 'held' | 'failure'>) => {
      if (signal.aborted) return
      hasFailed.current = answer.failure !== null
      // Whoever types or presses meanwhile is not kept waiting.
      startTransition(() => {
        setLatest((before) => ({ load, failure: answer.failure, held: answer.held ?? (before?.load === load ? before.held : null) }))
        setRound((count) => count + 1)
      })
    }
    load(signal).then(
      (value) => take({ held: { value }, failure: null }),
      (error: unknown) => (isAborted(error) ? undefined : take({ held: null, failure: { error } })),
    )
    return () => controller.abort()
  }, [load, isWanted, attempt, asOf])

  const reload = useCallback(() => {
    // A failure with nothing to show makes room for waiting.
    setLatest((before) => (before?.held ? before : null))
    setAttempt((count) => count + 1)
  }, [])
  // Listened to from the start: the line may be back before a failure is drawn.
  useEffect(() => onLineChange((isOnline) => (isOnline && hasFailed.current ? reload() : undefined)), [reload])

  const isFormer = latest !== null && latest.load !== load
  const answer = isFormer && !keepsFormer ? null : latest
  const failure = answer?.failure ?? null
  const common = { reload, round, isFormer, problem: null }
  if (answer?.held) {
    const problem = failure === null || isUnreached(failure.error) ? null : messageOf(failure.error)
    return { ...common, state: 'loaded', value: answer.held.value, problem }
  }
  if (failure === null || isFormer) return { ...common, state: 'loading' }
  const isWaiting = isOffline && isUnreached(failure.error)
  return { ...common, state: isWaiting ? 'offline' : 'failed', message: messageOf(failure.error) }
}

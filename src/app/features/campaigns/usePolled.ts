import { useCallback, useEffect, useRef, useState } from 'react'
import { isAborted, isUnreached, messageOf } from '../../api/errors'
import { useIsOffline } from '../../state/online'

/*
 * Policy: what goes on at the server is asked for again while it goes on, and only then: after two seconds, and less
 * and less often while nothing changes or the server does not answer, up to half a minute. A window that nobody
 * looks at and a browser without a line ask nothing; both ask at once when they are back.
 */

/** The first pause between two questions, and the longest; milliseconds. */
export const FIRST_PAUSE = 2_000
export const LONGEST_PAUSE = 30_000

/** Something of the server's that may be moving. */
export type Polled<Value> =
  | { readonly state: 'loading' }
  /** Never loaded, and there is no line. */
  | { readonly state: 'offline' }
  /** Never loaded. */
  | { readonly state: 'failed'; readonly message: string }
  | {
      readonly state: 'loaded'
      readonly value: Value
      /** {@link PolledControls.reload} was called and has not been answered. A question of the policy above is not one. */
      readonly isReloading: boolean
      /** Why the last question failed: what is shown may be old. */
      readonly problem: string | null
    }

export interface PolledControls {
  /** Asks at once. */
  readonly reload: () => void
}

interface Kept<Value> {
  readonly load: unknown
  readonly value: Value | undefined
  readonly failure: unknown
  /** The number of the reload that this answers. */
  readonly answers: number
}

/**
 * Loads, and asks again for as long as `isMoving` says so.
 * @param load must be the same function from render to render; another one begins anew.
 * @param initial what a loader has fetched already.
 */
export function usePolled<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  isMoving: (value: Value) => boolean,
  initial?: Value,
): Polled<Value> & PolledControls {
  const isOffline = useIsOffline()
  const [reloads, setReloads] = useState(0)
  const [kept, setKept] = useState<Kept<Value> | null>(
    initial === undefined ? null : { load, value: initial, failure: undefined, answers: 0 },
  )
  const latest = useRef<{ isMoving: typeof isMoving; of: unknown; value: Value | undefined }>({ isMoving, of: load, value: initial })
  useEffect(() => {
    latest.current.isMoving = isMoving
  })
  const isFetched = useRef(initial !== undefined)

  useEffect(() => {
    if (isOffline) return
    const remembered = latest.current
    if (remembered.of !== load) Object.assign(remembered, { of: load, value: undefined })
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = FIRST_PAUSE
    let isWaiting = false

    const ask = async () => {
      isWaiting = false
      try {
        const value = await load(signal)
        if (signal.aborted) return
        pause = sameAs(value, remembered.value) ? Math.min(pause * 1.5, LONGEST_PAUSE) : FIRST_PAUSE
        remembered.value = value
        setKept({ load, value, failure: undefined, answers: reloads })
      } catch (failure) {
        if (signal.aborted || isAborted(failure)) return
        pause = Math.min(pause * 2, LONGEST_PAUSE)
        setKept((now) => ({ load, value: now?.load === load ? now.value : undefined, failure, answers: reloads }))
      }
      wait()
    }
    const wait = () => {
      if (remembered.value === undefined || !remembered.isMoving(remembered.value)) return
      isWaiting = true
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => void ask(), pause)
    }
    const look = () => {
      if (!isWaiting) return
      clearTimeout(timer)
      if (document.hidden) return
      pause = FIRST_PAUSE
      void ask()
    }
    document.addEventListener('visibilitychange', look)
    // What a loader has just fetched is new enough.
    if (isFetched.current) wait()
    else void ask()
    isFetched.current = false
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer)
      controller.abort()
    }
  }, [load, isOffline, reloads])

  const reload = useCallback(() => setReloads((count) => count + 1), [])
  return { ...shown(kept?.load === load ? kept : null, { isOffline, reloads }), reload }
}

function shown<Value>(kept: Kept<Value> | null, now: { isOffline: boolean; reloads: number }): Polled<Value> {
  const isAnswered = kept?.answers === now.reloads
  if (kept?.value !== undefined) {
    // A missing line is told above the page.
    const problem = kept.failure === undefined || isUnreached(kept.failure) ? null : messageOf(kept.failure)
    return { state: 'loaded', value: kept.value, isReloading: !isAnswered && !now.isOffline, problem }
  }
  if (now.isOffline) return { state: 'offline' }
  if (kept === null || !isAnswered) return { state: 'loading' }
  return { state: 'failed', message: messageOf(kept.failure) }
}

const sameAs = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

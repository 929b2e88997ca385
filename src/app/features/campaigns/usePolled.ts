import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf, Offline } from '../../api/errors'
import { useIsOffline } from '../../state/online'
import { useAsked, valueOf, type Asked } from '../../state/useAsked'

/*
 * Policy: what goes on at the server is asked for again while it goes on, and only then: after two seconds, and less
 * and less often while nothing changes or the server does not answer, up to half a minute. A window that nobody
 * looks at and a browser without a line ask nothing; both ask at once when they are back.
 */

/** The first pause between two questions, and the longest; milliseconds. */
export const FIRST_PAUSE = 2_000
export const LONGEST_PAUSE = 30_000
/** Each pause is so many times the one before. */
const GROWTH = 1.5

/** Something of the server's that may be moving. */
export type Polled<Value> = Asked<Value> & {
  /** `reload` was called and has not been answered. A question of the policy above is not one. */
  readonly isReloading: boolean
}

/**
 * Loads, and asks again for as long as `isMoving` says so.
 * @param load must be the same function from render to render, as `isMoving` must; another one begins anew.
 * @param initial what a loader has fetched already.
 */
export function usePolled<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  isMoving: (value: Value) => boolean,
  initial?: Value,
): Polled<Value> {
  const isOffline = useIsOffline()
  const asked = useAsked(load, !isOffline, { initial })
  const { reload: ask, round } = asked
  const value = valueOf(asked)

  const last = useRef({ words: '', pause: FIRST_PAUSE })
  useEffect(() => {
    if (isOffline || value === null || !isMoving(value)) return
    const words = JSON.stringify(value)
    const pause = words === last.current.words ? Math.min(last.current.pause * GROWTH, LONGEST_PAUSE) : FIRST_PAUSE
    last.current = { words, pause }
    const timer = document.hidden ? undefined : setTimeout(ask, pause)
    const look = () => {
      clearTimeout(timer)
      if (document.hidden) return
      last.current.words = ''
      ask()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer)
    }
  }, [round, value, isMoving, isOffline, ask])

  const [reloadedAt, setReloadedAt] = useState<number | null>(null)
  const reload = useCallback(() => {
    setReloadedAt(round)
    ask()
  }, [ask, round])
  const more = { reload, isReloading: reloadedAt === round && !isOffline }
  // Never loaded: without a line it is not asked for.
  if (isOffline && asked.state === 'loading') return { ...asked, ...more, state: 'offline', message: messageOf(new Offline()) }
  return { ...asked, ...more }
}

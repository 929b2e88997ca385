import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/errors'
import { onLineChange } from '../../../state/online'

export interface Loaded<Value> {
  /** Null until it is there. */
  readonly value: Value | null
  /** Why it could not be loaded, else null. */
  readonly message: string | null
  retry: () => void
}

/**
 * Loads something once, when `isWanted`, and again on retry. `load` must be the same function from
 * render to render.
 */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>, isWanted = true): Loaded<Value> {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ value: Value | null; message: string | null }>({ value: null, message: null })
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setResult({ value, message: null })
      },
      (failure: unknown) => {
        if (!controller.signal.aborted) setResult({ value: null, message: messageOf(failure) })
      },
    )
    return () => controller.abort()
  }, [load, isWanted, attempt])

  // What failed without a line is there again with it, and nobody has to ask.
  const hasFailed = result.message !== null
  useEffect(() => {
    if (!hasFailed) return
    return onLineChange((isOnline) => (isOnline ? setAttempt((count) => count + 1) : undefined))
  }, [hasFailed])
  const retry = () => {
    setResult({ value: null, message: null })
    setAttempt((count) => count + 1)
  }
  return { ...result, retry }
}

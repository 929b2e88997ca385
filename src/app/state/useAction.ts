import { useRef, useState } from 'react'
import { messageOf } from '../api/errors'

/** One attempt at a change at a time, however often a button is pressed. */
export interface Action {
  readonly isPending: boolean
  /** Why the last attempt failed, in words. */
  readonly failure: string | null
  /** Does the work unless one is under way. Never throws. */
  readonly run: (work: () => Promise<void>) => void
}

/** Runs a call that a press begins: once at a time, and with what went wrong in words. */
export function useAction(): Action {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // Two presses may come before the first is rendered.
  const isUnderWay = useRef(false)

  const attempt = async (work: () => Promise<void>) => {
    isUnderWay.current = true
    setIsPending(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      isUnderWay.current = false
      setIsPending(false)
    }
  }
  return { isPending, failure, run: (work) => (isUnderWay.current ? undefined : void attempt(work)) }
}

import { useState } from 'react'
import { GENERIC_FALLBACK, messageOf } from '../../api/errors'

/** One attempt at a change at a time, and what became of it. */
export interface Submission {
  isPending: boolean
  /** Why the last attempt failed: the server's words, else 'An error occurred' (decision 19). */
  failure: string | null
  /** Does the work unless one is under way. */
  submit: (work: () => Promise<void>) => void
}

export function useSubmission(): Submission {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const attempt = async (work: () => Promise<void>) => {
    setIsPending(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(messageOf(error, GENERIC_FALLBACK))
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, failure, submit: (work) => (isPending ? undefined : void attempt(work)) }
}

import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { countEligibleHouseholds } from '#contract/campaigns'
import { call } from '../../../api/call'
import { isAborted, messageOf } from '../../../api/errors'
import type { Draft } from '../../../state/drafts'
import { useIsOffline } from '../../../state/online'
import { countRequestOf, missingFields } from '../drafts/draft'

export type CountReply = z.output<typeof countEligibleHouseholds.reply>

/** How long the form must rest before it is counted, in milliseconds. */
export const COUNT_DEBOUNCE = 400

export type EligibleCount =
  /** Required fields, or the snapshot, are missing. */
  | { state: 'incomplete' }
  | { state: 'offline' }
  | { state: 'counting'; last: CountReply | null }
  | { state: 'counted'; reply: CountReply }
  | { state: 'failed'; message: string; retry: () => void }

type Result = { key: string; reply: CountReply } | { key: string; failure: string }

/**
 * How many households a draft reaches, counted anew whenever what decides it changes. The request
 * before is given up, and its answer, should it come all the same, is not believed.
 */
export function useEligibleCount(draft: Draft): EligibleCount {
  const isOffline = useIsOffline()
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<Result | null>(null)
  const [last, setLast] = useState<CountReply | null>(null)
  const request = countRequestOf(draft)
  // Whatever the campaign is called, it reaches the same households.
  const key = request && JSON.stringify({ ...request, new_campaign_details: { ...request.new_campaign_details, campaign_name: '' }, attempt })
  const isCounted = result !== null && result.key === key && 'reply' in result

  const count = useEffectEvent(async (asked: string, signal: AbortSignal) => {
    if (!request) return
    try {
      const reply = await call(countEligibleHouseholds, { body: request, signal })
      if (signal.aborted) return
      setResult({ key: asked, reply })
      setLast(reply)
    } catch (error) {
      if (!signal.aborted && !isAborted(error)) setResult({ key: asked, failure: messageOf(error) })
    }
  })

  useEffect(() => {
    if (key === null || isOffline || isCounted) return
    const controller = new AbortController()
    const timer = setTimeout(() => void count(key, controller.signal), COUNT_DEBOUNCE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, isOffline, isCounted])

  // What is typed may be complete where the snapshot is not known, for want of a line.
  if (key === null) return isOffline && missingFields(draft).length === 0 ? { state: 'offline' } : { state: 'incomplete' }
  const answer = result?.key === key ? result : null
  if (answer && 'reply' in answer) return { state: 'counted', reply: answer.reply }
  if (isOffline) return { state: 'offline' }
  if (answer) return { state: 'failed', message: answer.failure, retry: () => setAttempt((before) => before + 1) }
  return { state: 'counting', last }
}

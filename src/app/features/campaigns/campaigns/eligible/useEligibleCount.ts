import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { countEligibleHouseholds } from '#contract/campaigns/campaigns'
import { explainError } from '../../../../api/errors'
import { useDebounced } from '../../../../lib/useDebounced'
import { useIsOffline } from '../../../../state/connectivity'
import { makeCountRequest } from '../drafts/campaignRequest'
import { missingFields } from '../drafts/draft'
import { eligibleCountQuery } from '../queries'
import type { Draft } from '#offline/drafts'

export type CountReply = z.output<typeof countEligibleHouseholds.reply>

/** Milliseconds. */
export const COUNT_DEBOUNCE = 400

export type EligibleCountState =
  | { state: 'incomplete' }
  | { state: 'offline' }
  | { state: 'counting'; last: CountReply | null }
  | { state: 'counted'; reply: CountReply }
  | { state: 'failed'; message: string; retry: () => void }

/** How many households a draft reaches, debounced. */
export function useEligibleCount(draft: Draft): EligibleCountState {
  const isOffline = useIsOffline()
  const request = makeCountRequest(draft)
  const options = eligibleCountQuery(request)
  const key = JSON.stringify(options.queryKey)
  const isResting = useDebounced(key, COUNT_DEBOUNCE, null) === key
  const count = useQuery({ ...options, enabled: isResting })

  // Offline, a complete form may lack only the snapshot.
  if (!request) return isOffline && missingFields(draft).length === 0 ? { state: 'offline' } : { state: 'incomplete' }
  if (count.data && !count.isPlaceholderData) return { state: 'counted', reply: count.data }
  if (isOffline) return { state: 'offline' }
  if (count.error) return { state: 'failed', message: explainError(count.error), retry: () => void count.refetch() }
  return { state: 'counting', last: count.data ?? null }
}

/** The count, or the previous one while counting. */
export const lastReply = (count: EligibleCountState): CountReply | null =>
  count.state === 'counted' ? count.reply : count.state === 'counting' ? count.last : null
